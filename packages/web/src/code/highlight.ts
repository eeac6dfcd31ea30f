/** A stretch of a line: the kind of its token (a class of `code.css`; empty: plain) and its text. */
export type Run = [kind: string, text: string]

export interface Question {
  readonly id: number
  readonly text: string
  readonly language: string
}

export interface Answer {
  readonly id: number
  readonly lines: Run[][] | null
}

/** Larger texts stay plain: nobody reads them by colour, and a grammar takes seconds. */
export const MOST_HIGHLIGHTED = 50_000

/** What is known of a text already; undefined where nobody has asked yet. */
export function knownRuns(text: string, language: string): Run[][] | null | undefined {
  return cache.get(keyOf(text, language))
}

/** The text in colours, by the worker; null where it stays plain. */
export function highlight(text: string, language: string): Promise<Run[][] | null> {
  if (text.length > MOST_HIGHLIGHTED || typeof Worker === 'undefined') return Promise.resolve(null)
  const key = keyOf(text, language)
  const known = cache.get(key)
  if (known !== undefined) return Promise.resolve(known)
  const asked = waiting.get(key)
  if (asked !== undefined) return asked.answered
  return ask(key, { text, language })
}

interface Waiting {
  readonly answered: Promise<Run[][] | null>
  readonly answer: (lines: Run[][] | null) => void
  readonly id: number
}

const cache = new Map<string, Run[][] | null>()
const MOST_CACHED = 400
const waiting = new Map<string, Waiting>()
const keys = new Map<number, string>()
let worker: Worker | null = null
let lastId = 0
let watch: ReturnType<typeof setTimeout> | undefined

function ask(key: string, { text, language }: { text: string; language: string }): Promise<Run[][] | null> {
  let answer: Waiting['answer'] = () => undefined
  const answered = new Promise<Run[][] | null>((resolve) => {
    answer = resolve
  })
  const id = ++lastId
  waiting.set(key, { answered, answer, id })
  keys.set(id, key)
  worker ??= startWorker()
  worker.postMessage({ id, text, language } satisfies Question)
  if (watch === undefined) watchOver()
  return answered
}

function startWorker(): Worker {
  const started = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    settle(data.id, data.lines)
    watchOver()
  })
  started.addEventListener('error', giveUp)
  return started
}

/** A worker that is silent for so long hangs in a grammar: whoever waits gets plain text. */
function watchOver(): void {
  clearTimeout(watch)
  watch = waiting.size === 0 ? undefined : setTimeout(giveUp, MOST_SILENCE)
}

const MOST_SILENCE = 20_000

function giveUp(): void {
  worker?.terminate()
  worker = null
  clearTimeout(watch)
  watch = undefined
  for (const id of keys.keys()) settle(id, null)
}

function settle(id: number, lines: Run[][] | null): void {
  const key = keys.get(id)
  if (key === undefined) return
  keys.delete(id)
  if (cache.size >= MOST_CACHED) cache.delete(cache.keys().next().value ?? '')
  cache.set(key, lines)
  waiting.get(key)?.answer(lines)
  waiting.delete(key)
}

/** Length and two hashes stand for the text: a cache of texts would keep every one of them alive. */
function keyOf(text: string, language: string): string {
  let [a, b] = [0x811c9dc5, 0x1000193]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b + code, 0x85ebca6b) ^ (b >>> 13)
  }
  return `${language}:${text.length}:${a >>> 0}:${b >>> 0}`
}
