import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'

export interface CompileOptions {
  /** Names the sources: code that was made of others is not used. */
  readonly build: string
  readonly filename: string
}

/**
 * The code that V8 made of scripts, kept from one run to the next: compiling is a good part of a short command.
 *
 * Contract: without a folder, in one that cannot be written, with code of another build, another Node or other flags,
 * the script is compiled as ever. Nothing is ever said about it, and no folder around it is made.
 */
export class CodeCache {
  readonly #folder: string
  readonly #fresh: { readonly script: Script; readonly name: string; readonly build: string }[] = []

  constructor(folder: string) {
    this.#folder = folder
  }

  /** `name` tells scripts apart; one of each is kept for each version of Node. */
  compile(name: string, source: string, { build, filename }: CompileOptions): Script {
    const cachedData = this.#kept(name, build)
    const script = new Script(source, { filename, cachedData })
    if (cachedData === undefined || script.cachedDataRejected) {
      // Before the index is there, a run is long, and V8 would drop what was only called at its start.
      if (this.#fresh.length === 0) setFlag('--no-flush-bytecode')
      this.#fresh.push({ script, name, build })
    }
    return script
  }

  /** Keeps what had to be compiled in this run, with every function that was called. */
  keep(): void {
    // Code is only used under the flags that it was made under.
    if (this.#fresh.length > 0) setFlag('--flush-bytecode')
    for (const { script, name, build } of this.#fresh.splice(0)) {
      const file = this.#fileOf(name)
      const partial = `${file}.${process.pid}`
      try {
        // The data directory itself is made by whoever has data for it.
        if (!statSync(dirname(this.#folder)).isDirectory()) return
        mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
        const code = script.createCachedData()
        writeFileSync(partial, Buffer.concat([headOf(build, code.length), code, code]), { mode: 0o600 })
        renameSync(partial, file)
      } catch {
        // A full disk or a folder of somebody else's: the next run compiles again, as this one did.
        rmSync(partial, { force: true })
      }
    }
  }

  #kept(name: string, build: string): Buffer | undefined {
    let bytes: Buffer
    try {
      bytes = readFileSync(this.#fileOf(name))
    } catch {
      // There is none yet.
      return undefined
    }
    const length = Math.floor((bytes.length - HEAD) / 2)
    if (length <= 0 || !headOf(build, length).equals(bytes.subarray(0, HEAD))) return undefined
    const [code, again] = [bytes.subarray(HEAD, HEAD + length), bytes.subarray(HEAD + length)]
    return code.equals(again) ? code : undefined
  }

  #fileOf(name: string): string {
    return join(this.#folder, `${name}-${process.version}-${process.arch}`)
  }
}

/** Loaded for a run that keeps code: it takes two milliseconds, and most runs keep none. */
function setFlag(flag: string): void {
  process.getBuiltinModule('node:v8').setFlagsFromString(flag)
}

/**
 * 64 bytes, then the code twice. V8 takes what it is given: of the source it only compares the length, and damaged code
 * crashes it or runs for ever. Comparing two copies takes a tenth of a millisecond, loading a checksum three.
 */
const HEAD = 64

function headOf(build: string, length: number): Buffer {
  return Buffer.from(`skein ${build} ${length}`.padEnd(HEAD).slice(0, HEAD), 'latin1')
}
