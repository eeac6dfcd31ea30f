import { TraceError } from '../errors.ts'

/** One object of trace.json, field by field; every complaint names the field and never its value. */
export class Fields {
  readonly #value: Readonly<Record<string, unknown>>
  readonly #place: string
  readonly #read = new Set<string>()

  /** `place` is how it is called in complaints: `targets.work`; empty for the whole file. */
  constructor(value: unknown, place: string) {
    this.#place = place
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalid(`${place || 'the file'} must be an object`)
    // What JSON.parse gives.
    this.#value = value as Record<string, unknown>
  }

  text(name: string): string | undefined {
    return this.#typed(name, 'a text', (value) => typeof value === 'string' && value !== '') as
      | string
      | undefined
  }

  flag(name: string): boolean | undefined {
    return this.#typed(name, 'true or false', (value) => typeof value === 'boolean') as boolean | undefined
  }

  number(name: string, from: number, to: number): number | undefined {
    const isNumber = (value: unknown): boolean => typeof value === 'number' && value >= from && value <= to
    return this.#typed(name, `a number from ${from} to ${to}`, isNumber) as number | undefined
  }

  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const isOne = (value: unknown): boolean => choices.some((choice) => choice === value)
    return this.#typed(name, `one of ${choices.join(', ')}`, isOne) as T | undefined
  }

  texts(name: string): string[] | undefined {
    return this.#typed(name, 'a list of texts', (value) => Array.isArray(value) && value.every(isText)) as
      | string[]
      | undefined
  }

  /** Names with texts, as headers are. */
  map(name: string): Record<string, string> | undefined {
    const isMap = (value: unknown): boolean =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every(isText)
    return this.#typed(name, 'an object of texts', isMap) as Record<string, string> | undefined
  }

  /** The objects in a field, by name. */
  objects(name: string): [name: string, fields: Fields][] {
    this.#read.add(name)
    if (this.#value[name] === undefined) return []
    const whole = new Fields(this.#value[name], this.#at(name))
    return Object.entries(whole.#value).map(([key, value]) => [key, new Fields(value, whole.#at(key))])
  }

  /** Throws where a field was never asked for: a misspelt one would do nothing, and nobody would know. */
  end(): void {
    for (const name of Object.keys(this.#value))
      if (!this.#read.has(name)) throw invalid(`${this.#at(name)} is not a known field`)
  }

  #typed(name: string, wanted: string, fits: (value: unknown) => boolean): unknown {
    this.#read.add(name)
    const value = this.#value[name]
    if (value !== undefined && !fits(value)) throw invalid(`${this.#at(name)} must be ${wanted}`)
    return value
  }

  #at(name: string): string {
    return this.#place === '' ? name : `${this.#place}.${name}`
  }
}

export function invalid(what: string, cause?: unknown): TraceError {
  return new TraceError('config', `trace.json: ${what}`, { remedy: 'see docs/trace.md', cause })
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}
