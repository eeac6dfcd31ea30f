import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configRoots } from './config-roots.ts'

let home: string

beforeEach(() => (home = realpathSync(mkdtempSync(join(tmpdir(), 'skein-roots-')))))
afterEach(() => rmSync(home, { recursive: true }))

describe('configRoots', () => {
  it('are the standard folders that exist', () => {
    expect(configRoots({ HOME: home })).toEqual([])
    mkdirSync(join(home, '.config', 'claude'), { recursive: true })
    expect(configRoots({ HOME: home })).toEqual([join(home, '.config', 'claude')])
    mkdirSync(join(home, '.claude'))
    expect(configRoots({ HOME: home })).toEqual([join(home, '.claude'), join(home, '.config', 'claude')])
  })

  it('are those that CLAUDE_CONFIG_DIR names instead, with `~` for the home folder', () => {
    mkdirSync(join(home, '.claude'))
    mkdirSync(join(home, 'a'))
    expect(configRoots({ HOME: home, CLAUDE_CONFIG_DIR: ` ~/a, ${home}/gone ,` })).toEqual([
      join(home, 'a'),
      join(home, 'gone'),
    ])
    expect(configRoots({ HOME: home, CLAUDE_CONFIG_DIR: '' })).toEqual([join(home, '.claude')])
  })

  it('have extra ones beside them, and each folder once under its real name', () => {
    mkdirSync(join(home, '.claude'))
    symlinkSync(join(home, '.claude'), join(home, 'link'))
    mkdirSync(join(home, 'extra'))
    const extra = ['~/link', join(home, 'extra'), join(home, '.claude', '..', 'extra')]
    expect(configRoots({ HOME: home }, extra)).toEqual([join(home, '.claude'), join(home, 'extra')])
  })
})
