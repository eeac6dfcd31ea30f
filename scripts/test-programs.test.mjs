import { expect, it } from 'vitest'
import { planFor } from './test-programs.mjs'

const debian = { isRoot: true, hasApt: true }

it('says what is installed as root, and for which tests', () => {
  expect(planFor(['zsh', 'chromium'], debian)).toEqual({
    says: 'Installing as root with apt-get, for tests: zsh (shell completion in zsh), chromium (the app in a browser)',
    installs: true,
  })
})

it('says which tests are skipped where nothing can be installed', () => {
  expect(planFor(['fish'], { ...debian, isRoot: false })).toEqual({
    says: 'Not here, and only root can install: fish (shell completion in fish). These tests are skipped.',
    installs: false,
  })
  expect(planFor(['fish'], { isRoot: true, hasApt: false })).toEqual({
    says: 'Not here, and there is no apt-get: fish (shell completion in fish). These tests are skipped.',
    installs: false,
  })
})

it('says nothing where nothing is missing', () => {
  expect(planFor([], debian)).toEqual({ says: null, installs: false })
})
