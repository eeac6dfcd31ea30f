import { Redactor } from '@skein/redact'
import { targetLength, type TextKind, type TurnTexts } from '../engine.ts'
import { Extractor } from '../extractive/extractor.ts'

/** A text as it is sent. */
export interface JobText {
  /** Which text of the turn it is. */
  readonly at: number
  readonly kind: TextKind
  /** Without secrets, and without halves of characters, which the API refuses. */
  readonly text: string
  /** How many characters it may keep. */
  readonly target: number
}

/** What one request asks for: texts of one turn. */
export interface Job {
  readonly turn: number
  readonly texts: readonly JobText[]
}

/**
 * Cuts turns into requests of a bounded size, the same for the same turns.
 *
 * What tools gave is never in one request with what was answered or typed: a page from the web that talks to the model
 * which shortens it must not be able to put words into somebody else's mouth.
 */
export function jobsOf(turns: readonly TurnTexts[]): Job[] {
  const redactor = new Redactor()
  for (const { texts } of turns) for (const { text } of texts) redactor.learn(text)
  const extractor = new Extractor()
  return turns.flatMap(({ texts, share }, turn) => {
    const ready = texts.map(({ kind, text }, at): JobText => {
      const safe = redactor.redact(text).text.replaceAll(TORN, '\uFFFD')
      // A model need not read a whole log to give a few lines of it.
      const sent = extractor.shorten({ kind, text: safe }, JOB_LENGTH)
      return { at, kind, text: sent, target: Math.min(targetLength(text, share), sent.length) }
    })
    const given = ready.filter(({ kind }) => kind === 'result')
    const said = ready.filter(({ kind }) => kind !== 'result')
    return [...packed(said), ...packed(given)].map((some) => ({ turn, texts: some }))
  })
}

/** Texts in order, as many together as fit. */
function packed(texts: readonly JobText[]): JobText[][] {
  const packs: JobText[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const one of texts) {
    if (length + one.text.length > JOB_LENGTH) {
      packs.push([])
      length = 0
    }
    packs[packs.length - 1].push(one)
    length += one.text.length
  }
  return packs
}

/** Characters of text in one request, some 10,000 tokens. */
const JOB_LENGTH = 40_000

const TORN = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
