import { decodeUtf8 } from '../utf8.ts'

/** A skimmer's place, as plain data. */
export interface SkimmerState {
  readonly depth: number
  readonly inString: boolean
  readonly escaping: boolean
  readonly failed: boolean
  readonly started: boolean
  readonly done: boolean
  readonly inMessage: boolean
  readonly head: string
  /** Bytes of the member that is passing; null when it is too long to keep. */
  readonly held: Uint8Array | null
}

/**
 * Reads the fields of a line that is too long to hold, byte by byte as it passes.
 *
 * It keeps the scalars of the top level and of `message` (up to 4 KB each) and forgets the rest,
 * so a 100 MB line costs a few kilobytes. It counts brackets and quotes only: a line it accepts
 * may still hold a fault that `JSON.parse` would refuse.
 */
export class Skimmer {
  #depth = 0
  #inString = false
  #escaping = false
  #failed = false
  #started = false
  #done = false
  /** Whether depth 2 is the object of `message`. */
  #inMessage = false
  /** The small JSON object under construction, without its closing braces. */
  #head = ''
  /** Bytes of the member (key, colon, value) that is passing at a depth we keep; -1: too long. */
  #held = new Uint8Array(HELD_BYTES)
  #heldLength = 0

  constructor(state?: SkimmerState) {
    if (state === undefined) return
    this.#depth = state.depth
    this.#inString = state.inString
    this.#escaping = state.escaping
    this.#failed = state.failed
    this.#started = state.started
    this.#done = state.done
    this.#inMessage = state.inMessage
    this.#head = state.head
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
      done: this.#done,
      inMessage: this.#inMessage,
      head: this.#head,
      held: this.#heldLength < 0 ? null : this.#held.slice(0, this.#heldLength),
    }
  }

  push(bytes: Uint8Array, start: number, end: number): void {
    for (let i = start; i < end && !this.#failed; i++) this.#byte(bytes[i])
  }

  /** A small object with the fields that were kept, as JSON; null if the line was no object. */
  finish(): string | null {
    if (this.#failed || !this.#done) return null
    return this.#head
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
    if (this.#done) {
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
        return this.#close(c)
      case 0x2c:
        return this.#keeping() ? this.#endMember() : undefined
      default:
        return this.#hold(c)
    }
  }

  #start(c: number): void {
    this.#started = true
    if (c !== 0x7b) this.#failed = true
    this.#depth = 1
    this.#head = '{'
  }

  #keeping(): boolean {
    return this.#depth === 1 || (this.#depth === 2 && this.#inMessage)
  }

  #hold(c: number): void {
    if (!this.#keeping() || this.#heldLength < 0) return
    if (this.#heldLength === HELD_BYTES) this.#heldLength = -1
    else this.#held[this.#heldLength++] = c
  }

  #open(c: number): void {
    if (this.#keeping()) {
      const key = this.#heldText()
      this.#heldLength = 0
      if (this.#depth === 1 && c === 0x7b && key === '"message":') {
        this.#inMessage = true
        this.#head += `${this.#head === '{' ? '' : ','}"message":{`
      } else {
        // A container we do not keep: whatever its key was, it is forgotten.
        this.#heldLength = -1
      }
    }
    this.#depth++
  }

  #close(c: number): void {
    if (this.#keeping()) this.#endMember()
    this.#depth--
    if (this.#depth === 1 && this.#inMessage && c === 0x7d) {
      this.#inMessage = false
      this.#head += '}'
    }
    if (this.#depth > 0) return
    this.#done = true
    this.#head += '}'
  }

  #endMember(): void {
    const member = this.#heldText()
    this.#heldLength = 0
    if (member === '' || !isMember(member)) return
    const first = this.#head.endsWith('{')
    this.#head += first ? member : `,${member}`
  }

  #heldText(): string {
    return this.#heldLength <= 0 ? '' : decodeUtf8(this.#held.subarray(0, this.#heldLength))
  }
}

/** 4 KB: the longest scalar field worth keeping is a `cwd`. */
const HELD_BYTES = 4096

/** The held bytes are one `"key":scalar` that JSON.parse accepts. */
function isMember(text: string): boolean {
  try {
    JSON.parse(`{${text}}`)
    return true
  } catch {
    return false
  }
}
