import { decodeUtf8 } from '../bytes/utf8.ts'
import { OBJECTS } from './fields.ts'

/** A skimmer's place, as plain data. */
export interface SkimmerState {
  readonly depth: number
  readonly inString: boolean
  readonly escaping: boolean
  readonly failed: boolean
  readonly started: boolean
  readonly inMessage: boolean
  /** Kept members as JSON, by key: of the entry, and of its `message` if that is an object. */
  readonly top: ReadonlyMap<string, string>
  readonly message: ReadonlyMap<string, string> | null
  /** Bytes of the member that is passing; null when it is too long to keep. */
  readonly held: Uint8Array | null
}

/**
 * Reads the fields of a line that is too long to hold, byte by byte as it passes.
 *
 * It keeps the known scalars of the top level and of `message` (up to 4 KB each) and forgets the
 * rest, so a 100 MB line costs a few kilobytes. It counts brackets and quotes only: a line it
 * accepts may still hold a fault that `JSON.parse` would refuse.
 */
export class Skimmer {
  #depth = 0
  #inString = false
  #escaping = false
  #failed = false
  #started = false
  /** Whether depth 2 is the object of `message`. */
  #inMessage = false
  #top = new Map<string, string>()
  #message: Map<string, string> | null = null
  /** Bytes of the member (key, colon, value) that is passing at a depth we keep; length -1: too long. */
  #held = new Uint8Array(HELD_BYTES)
  #heldLength = 0

  constructor(state?: SkimmerState) {
    if (state === undefined) return
    this.#depth = state.depth
    this.#inString = state.inString
    this.#escaping = state.escaping
    this.#failed = state.failed
    this.#started = state.started
    this.#inMessage = state.inMessage
    this.#top = new Map(state.top)
    this.#message = state.message === null ? null : new Map(state.message)
    this.#heldLength = state.held === null ? -1 : state.held.length
    if (state.held !== null) this.#held.set(state.held)
  }

  save(): SkimmerState {
    return {
      depth: this.#depth,
      inString: this.#inString,
      escaping: this.#escaping,
      failed: this.#failed,
      started: this.#started,
      inMessage: this.#inMessage,
      top: new Map(this.#top),
      message: this.#message === null ? null : new Map(this.#message),
      held: this.#heldLength < 0 ? null : this.#held.slice(0, this.#heldLength),
    }
  }

  push(bytes: Uint8Array, start: number, end: number): void {
    for (let i = start; i < end && !this.#failed; i++) {
      if (this.#inString && !this.#holding()) i = this.#passString(bytes, i, end)
      else this.#byte(bytes[i])
    }
  }

  /** A small object with the fields that were kept, as JSON; null if the line was no object. */
  finish(): string | null {
    if (this.#failed || !this.#started || this.#depth > 0) return null
    const members = [...this.#top.values()]
    if (this.#message !== null) members.push(`"message":{${[...this.#message.values()].join(',')}}`)
    return `{${members.join(',')}}`
  }

  /** The last byte of the string that is passing, or the last one before `end`. */
  #passString(bytes: Uint8Array, from: number, end: number): number {
    let escaping = this.#escaping
    let i = from
    for (; i < end; i++) {
      const c = bytes[i]
      if (escaping) escaping = false
      else if (c === 0x5c) escaping = true
      else if (c === 0x22) break
    }
    this.#escaping = escaping
    this.#inString = i === end
    return i
  }

  #byte(c: number): void {
    if (this.#inString) {
      this.#hold(c)
      if (this.#escaping) this.#escaping = false
      else if (c === 0x5c) this.#escaping = true
      else if (c === 0x22) this.#inString = false
      return
    }
    if (c === 0x20 || c === 0x09 || c === 0x0d) return
    if (!this.#started) return this.#start(c)
    if (this.#depth === 0) {
      this.#failed = true
      return
    }
    switch (c) {
      case 0x22:
        this.#inString = true
        return this.#hold(c)
      case 0x7b:
      case 0x5b:
        return this.#open(c)
      case 0x7d:
      case 0x5d:
        return this.#close()
      case 0x2c:
        return this.#keeping() ? this.#endMember() : undefined
      default:
        return this.#hold(c)
    }
  }

  #start(c: number): void {
    this.#started = true
    this.#failed = c !== 0x7b
    this.#depth = 1
  }

  #keeping(): boolean {
    return this.#depth === 1 || (this.#depth === 2 && this.#inMessage)
  }

  #holding(): boolean {
    return this.#keeping() && this.#heldLength >= 0
  }

  #hold(c: number): void {
    if (!this.#holding()) return
    if (this.#heldLength < HELD_BYTES) {
      this.#held[this.#heldLength++] = c
      return
    }
    this.#forget('""')
  }

  #open(c: number): void {
    if (this.#keeping()) {
      if (this.#forget(c === 0x7b ? '{}' : '[]') === 'message' && this.#depth === 1 && c === 0x7b) {
        this.#message = new Map()
        this.#inMessage = true
        this.#heldLength = 0
      }
    }
    this.#depth++
  }

  #close(): void {
    if (this.#keeping()) this.#endMember()
    this.#depth--
    if (this.#depth === 1) this.#inMessage = false
  }

  /** The member that is passing is no small scalar; its key, and for `toolUseResult` its kind, is kept. */
  #forget(stub: string): string | null {
    const key = this.#heldLength < 0 ? null : keyOf(this.#heldText())
    this.#heldLength = -1
    if (key === null) return null
    this.#drop(key)
    if (key === 'toolUseResult' && this.#depth === 1) this.#top.set(key, `"toolUseResult":${stub}`)
    return key
  }

  #endMember(): void {
    const member = this.#heldText()
    this.#heldLength = 0
    const key = keyOf(member)
    const kept = this.#depth === 1 ? KEPT_TOP : KEPT_MESSAGE
    if (key === null || !kept.has(key) || parsed(`{${member}}`) === undefined) return
    this.#drop(key)
    const members = this.#depth === 1 ? this.#top : this.#message
    members?.set(key, member)
  }

  /** A repeated key replaces what it said before. */
  #drop(key: string): void {
    if (this.#depth === 2) {
      this.#message?.delete(key)
      return
    }
    this.#top.delete(key)
    if (key === 'message') this.#message = null
  }

  #heldText(): string {
    return this.#heldLength <= 0 ? '' : decodeUtf8(this.#held.subarray(0, this.#heldLength))
  }
}

/** 4 KB: the longest scalar field worth keeping is a `cwd`. */
const HELD_BYTES = 4096

/** Content is left out: a block has a byte range in the line, which is not known here. */
const KEPT_TOP = new Set(OBJECTS[0].map(({ name }) => name).filter((name) => name !== 'content'))
const KEPT_MESSAGE = new Set(OBJECTS[1].map(({ name }) => name).filter((name) => name !== 'content'))

/** The key of the `"key":…` that `text` begins with. */
function keyOf(text: string): string | null {
  const match = /^"((?:[^"\\]|\\.)*)":/.exec(text)
  if (match === null) return null
  if (!match[1].includes('\\')) return match[1]
  const key = parsed(`"${match[1]}"`)
  return typeof key === 'string' ? key : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
