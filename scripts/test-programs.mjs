// Programs that tests run, and what is not tested without them.
const NEEDED_FOR = {
  zsh: 'shell completion in zsh',
  fish: 'shell completion in fish',
  chromium: 'the app in a browser',
}

export const TEST_PROGRAMS = Object.keys(NEEDED_FOR)

/** `zsh (shell completion in zsh), chromium (the app in a browser)` */
export function withTests(programs) {
  return programs.map((name) => `${name} (${NEEDED_FOR[name]})`).join(', ')
}

/** What to say and whether to install, by what is missing and what this machine allows. */
export function planFor(missing, { isRoot, hasApt }) {
  if (missing.length === 0) return { says: null, installs: false }
  if (isRoot && hasApt)
    return { says: `Installing as root with apt-get, for tests: ${withTests(missing)}`, installs: true }
  const why = hasApt ? 'only root can install' : 'there is no apt-get'
  return { says: `Not here, and ${why}: ${skipped(missing)}`, installs: false }
}

export function skipped(missing) {
  return `${withTests(missing)}. These tests are skipped.`
}
