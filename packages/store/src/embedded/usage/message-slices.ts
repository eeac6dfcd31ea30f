import { TOKEN_KINDS, USAGE_FLAG } from '@skein/transcript'
import { CLAUDE_PRICES, longPromptOver, type UsageSlice } from '@skein/view'
import type { FoundTranscript } from '../../files/discovery/found.ts'
import { tokenCell, tokensAt, type MessageUsage } from './message-usage.ts'

export type SlicedFile = Pick<FoundTranscript, 'project' | 'session' | 'agent'>

interface NamedMessages {
  readonly messages: MessageUsage
  /** The strings that messages name, by id. */
  readonly names: readonly string[]
}

/**
 * Adds up messages that a report cannot tell apart, in the order of time; `files` by the index that
 * messages name them by. The session is the file's; where its name tells none (sub-agents of 2.0.x), the row's.
 */
export function slicesOf({ messages, names }: NamedMessages, files: readonly SlicedFile[]): UsageSlice[] {
  const places = new Places({ messages, names }, files)
  const sums = new SliceSums()
  const slices = new Map<string, number>()
  let last = -1
  let lastLong = false
  for (let i = 0; i < messages.count; i++) {
    const long = places.isLong(i)
    // Messages stand in the order of their files, so the next one is mostly of the same slice.
    if (last < 0 || long !== lastLong || !isAlike(messages, i, i - 1)) {
      const { id, fields } = places.of(i)
      const key = `${id} ${quarterOf(messages.time[i])} ${messages.model[i]} ${messages.tier[i]} ${long}`
      lastLong = long
      last = slices.get(key) ?? -1
      if (last < 0) {
        last = sums.begin({
          model: names[messages.model[i]],
          tier: names[messages.tier[i]],
          ...fields,
          longContext: long,
        })
        slices.set(key, last)
      }
    }
    sums.add(last, messages, i)
  }
  return sums.slices().sort(byTimeThenPlace)
}

const QUARTER_HOUR = 900_000

function quarterOf(time: number): number {
  return Math.floor(time / QUARTER_HOUR)
}

/** Whether two messages are of one slice; false may be wrong. */
function isAlike(messages: MessageUsage, a: number, b: number): boolean {
  return (
    messages.file[a] === messages.file[b] &&
    quarterOf(messages.time[a]) === quarterOf(messages.time[b]) &&
    messages.model[a] === messages.model[b] &&
    messages.tier[a] === messages.tier[b] &&
    messages.session[a] === messages.session[b] &&
    messages.flags[a] === messages.flags[b]
  )
}

/** Where messages belong: a project, a session, and there a sub-agent or the main conversation. */
class Places {
  readonly #messages: MessageUsage
  readonly #names: readonly string[]
  readonly #files: readonly SlicedFile[]
  readonly #known = new Map<string, Place>()
  /** By model: how long a prompt has to be to cost more. */
  readonly #longOver = new Map<number, number>()
  #last: { readonly message: number; readonly place: Place } | undefined

  constructor({ messages, names }: NamedMessages, files: readonly SlicedFile[]) {
    this.#messages = messages
    this.#names = names
    this.#files = files
  }

  of(message: number): Place {
    const { file, session, flags } = this.#messages
    const last = this.#last
    const isLast =
      last !== undefined &&
      file[message] === file[last.message] &&
      session[message] === session[last.message] &&
      flags[message] === flags[last.message]
    const place = isLast ? last.place : this.#find(message)
    if (!isLast) this.#last = { message, place }
    return place
  }

  /** Input, cache reads and cache writes together are what the model may be priced higher for. */
  isLong(message: number): boolean {
    const messages = this.#messages
    const { tokens, model } = messages
    const name = model[message]
    let over = this.#longOver.get(name)
    if (over === undefined)
      this.#longOver.set(name, (over = longPromptOver(CLAUDE_PRICES, this.#names[name])))
    let prompt = 0
    for (const kind of PROMPT_KINDS) prompt += tokens[tokenCell(messages, kind, message)]
    return prompt > over
  }

  #find(message: number): Place {
    const { file, session, flags } = this.#messages
    const from = this.#files[file[message]]
    const fields = {
      project: from.project,
      session: from.session || this.#names[session[message]],
      subagent: from.agent !== null || (flags[message] & USAGE_FLAG.sidechain) !== 0,
    }
    const key = JSON.stringify(fields)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const place = { id: this.#known.size, fields }
    this.#known.set(key, place)
    return place
  }
}

/** All but the output, as `tokensAt` orders them. */
const PROMPT_KINDS = [0, 2, 3, 4]

interface Place {
  readonly id: number
  readonly fields: Pick<UsageSlice, 'project' | 'session' | 'subagent'>
}

type Named = Pick<UsageSlice, 'model' | 'tier' | 'project' | 'session' | 'subagent' | 'longContext'>

/** Slices under way, as numbers: a large history has tens of thousands. */
class SliceSums {
  readonly #named: Named[] = []
  #sums = new Float64Array(64 * SUM_CELLS)

  begin(named: Named): number {
    const slice = this.#named.push(named) - 1
    if ((slice + 1) * SUM_CELLS > this.#sums.length) {
      const wider = new Float64Array(this.#sums.length * 2)
      wider.set(this.#sums)
      this.#sums = wider
    }
    this.#sums.fill(Number.NaN, slice * SUM_CELLS + FIRST, slice * SUM_CELLS + LAST + 1)
    return slice
  }

  add(slice: number, messages: MessageUsage, i: number): void {
    const { time, tokens } = messages
    const sums = this.#sums
    const at = slice * SUM_CELLS
    for (let kind = 0; kind < TOKEN_KINDS; kind++) sums[at + kind] += tokens[tokenCell(messages, kind, i)]
    sums[at + MESSAGES]++
    if (!(sums[at + FIRST] <= time[i])) sums[at + FIRST] = time[i]
    if (!(sums[at + LAST] >= time[i])) sums[at + LAST] = time[i]
  }

  slices(): UsageSlice[] {
    const sums = this.#sums
    return this.#named.map(({ model, tier, project, session, subagent, longContext }, slice) => {
      const at = slice * SUM_CELLS
      return {
        first: sums[at + FIRST],
        last: sums[at + LAST],
        model,
        tier,
        project,
        session,
        subagent,
        longContext,
        tool: '',
        messages: sums[at + MESSAGES],
        tokens: tokensAt(sums, at),
      }
    })
  }
}

/** Cells of a sum: the tokens, then these. */
const MESSAGES = TOKEN_KINDS
const FIRST = TOKEN_KINDS + 1
const LAST = TOKEN_KINDS + 2
const SUM_CELLS = TOKEN_KINDS + 3

function byTimeThenPlace(a: UsageSlice, b: UsageSlice): number {
  return (
    timeOf(a) - timeOf(b) ||
    compare(a.session, b.session) ||
    compare(a.project, b.project) ||
    compare(a.model, b.model) ||
    compare(a.tier, b.tier) ||
    Number(a.subagent) - Number(b.subagent) ||
    Number(a.longContext) - Number(b.longContext)
  )
}

/** Slices without a time come last; a large number and not infinity, of which no difference can be told. */
function timeOf({ first }: UsageSlice): number {
  return Number.isNaN(first) ? Number.MAX_VALUE : first
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
