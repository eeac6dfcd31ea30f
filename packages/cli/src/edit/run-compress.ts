import {
  compressSession,
  CompressWork,
  DEFAULT_BANDS,
  DEFAULT_MODEL,
  EditError,
  LlmEngine,
  LlmRehearsal,
  parseBand,
  type EditSession,
} from '@skein/edit'
import { skeinHome } from '@skein/store'
import { formatMoney } from '@skein/view'
import { stoppable } from '../store/stoppable.ts'
import { whole } from '../terminal/figures.ts'
import { RequestProgress } from './request-progress.ts'
import { runEdit, type EditFlags, type EditPart } from './run-edit.ts'

export interface CompressFlags extends EditFlags {
  readonly band?: readonly string[]
  readonly prompts?: true
  readonly boundary?: true
  readonly engine: 'extractive' | 'llm'
  readonly model?: string
  readonly baseUrl?: string
  readonly concurrency?: number
  readonly retries?: number
  readonly budget?: number
  readonly budgetTokens?: number
}

export async function runCompress(name: string, flags: CompressFlags): Promise<void> {
  const { prompts, boundary, engine, title, toProject } = flags
  assertEngine(flags)
  const bands = flags.band?.map(parseBand) ?? DEFAULT_BANDS
  const how = { bands, prompts, boundary }
  const work = engine === 'llm' ? new CompressWork(skeinHome(process.env).folder) : null
  await runEdit({
    name,
    flags,
    options: { ...how, engine, ...(work === null ? {} : { model: modelOf(flags) }), title, toProject },
    operation: async ({ session }) => {
      if (work === null) return [{ draft: await compressSession(session, how), called: 'compressed' }]
      if (flags.dryRun) {
        const rehearsal = new LlmRehearsal({ model: modelOf(flags), work })
        return [
          { draft: await compressSession(session, { ...how, engine: rehearsal }), called: 'compressed' },
        ]
      }
      return [await stoppable((signal) => byModel(session, { flags, how, work, signal }))]
    },
  })
  // The new session is written: nothing has to be paid for again.
  if (!flags.dryRun) work?.forget()
}

/** What is only for the model would be passed over in silence without it. */
function assertEngine(flags: CompressFlags): void {
  const { model, baseUrl, concurrency, retries, budget, budgetTokens } = flags
  const named = Object.entries({
    '--model': model,
    '--base-url': baseUrl,
    '--concurrency': concurrency,
    '--retries': retries,
    '--budget': budget,
    '--budget-tokens': budgetTokens,
  }).find(([, value]) => value !== undefined)
  if (flags.engine === 'llm' || named === undefined) return
  throw new EditError('option', `${named[0]} is for the engine that asks a model`, {
    remedy: 'say --engine llm, or leave it out',
  })
}

interface ModelRun {
  readonly flags: CompressFlags
  readonly how: object
  readonly work: CompressWork
  readonly signal: AbortSignal
}

async function byModel(session: EditSession, { flags, how, work, signal }: ModelRun): Promise<EditPart> {
  const progress = new RequestProgress()
  const engine = new LlmEngine({
    apiKey: process.env['ANTHROPIC_API_KEY'] ?? '',
    model: modelOf(flags),
    baseUrl: baseUrlOf(flags),
    concurrency: flags.concurrency,
    retries: flags.retries,
    budget: { dollars: flags.budget, tokens: flags.budgetTokens },
    work,
    signal,
    onProgress: (done, of) => progress.at(done, of),
  })
  try {
    const draft = await compressSession(session, { ...how, engine })
    const { tokens, nanoDollars } = engine
    return {
      draft,
      called: 'compressed',
      lines: [`  spent     ${whole(tokens)} tokens (${formatMoney(nanoDollars)})`],
      fields: { spent: { tokens, cost: nanoDollars === null ? null : nanoDollars / 1e9 } },
    }
  } finally {
    progress.end()
  }
}

function modelOf({ model }: CompressFlags): string {
  return model ?? DEFAULT_MODEL
}

function baseUrlOf({ baseUrl = process.env['ANTHROPIC_BASE_URL'] }: CompressFlags): string | undefined {
  if (baseUrl === undefined || baseUrl === '') return undefined
  if (URL.canParse(baseUrl) && /^https?:/i.test(baseUrl)) return baseUrl
  throw new EditError('option', 'the address of the API is no web address', {
    remedy: 'give one like https://api.anthropic.com',
  })
}
