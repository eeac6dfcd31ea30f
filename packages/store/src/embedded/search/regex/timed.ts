import { Script, createContext, type Context } from 'node:vm'

/** What a timed call gives: its value, or that its time was over. */
export type Timed<T> = { readonly value: T } | 'too-slow'

/**
 * Runs work that a regular expression may keep busy, and stops it when its time is over. The engine
 * itself cannot be told to; the clock of a `vm` script can interrupt it.
 */
export function timed<T>(work: () => T, ms: number): Timed<T> {
  let value: { readonly value: T } | null = null
  box.run = () => {
    value = { value: work() }
  }
  try {
    script.runInContext(theContext(), { timeout: ms })
  } catch (error) {
    // It comes from the script's realm, where `Error` is another class.
    const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'too-slow'
    throw error
  }
  return value ?? 'too-slow'
}

const box = { run: (): void => {} }

/** Made at the first use: most queries need none. */
function theContext(): Context {
  context ??= createContext({ run: () => box.run() })
  return context
}

let context: Context | undefined
const script = new Script('run()')
