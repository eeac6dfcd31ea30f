import { EditError } from '../../errors.ts'
import {
  FEWEST_CHARACTERS,
  FEWEST_LINES,
  TRUNCATED,
  type Age,
  type Choice,
  type ToolForm,
  type TrimOptions,
  type TrimPreset,
} from './options.ts'

/** One thing that a trim does, to everything that is old enough by all its ages. */
export type TrimRule =
  | {
      readonly what: 'tools'
      readonly form: ToolForm
      readonly only: ReadonlySet<string> | null
      readonly ages: readonly Age[]
    }
  | { readonly what: 'thinking' | 'images' | 'attachments'; readonly ages: readonly Age[] }
  /** No question of age: the same is said elsewhere, or it says nothing to the model. */
  | { readonly what: Ageless }

export type Ageless = 'superseded' | 'repeated' | 'retried' | 'progress' | 'snapshots' | 'bookkeeping'

/** The rules that options ask for: those of the preset, each kind replaced by what was said about it. */
export function rulesOf(options: TrimOptions): TrimRule[] {
  checkOptions(options)
  const only = options.toolsOnly === undefined ? null : new Set(options.toolsOnly)
  const ages = agesOf(options)
  const preset = options.preset === undefined ? [] : PRESETS[options.preset]
  const said = new Map<TrimRule['what'], Choice | undefined>([
    ['tools', options.tools === undefined ? undefined : 'keep'],
    ...OPTION_OF_KIND.map(([what, option]) => [what, options[option]] as const),
  ])
  const kept = preset
    .filter(({ what }) => said.get(what) === undefined)
    .map((rule) => narrowed(rule, only, ages))
  const own: TrimRule[] = []
  if (options.tools !== undefined && options.tools !== 'keep')
    own.push({ what: 'tools', form: options.tools, only, ages })
  for (const [what] of OPTION_OF_KIND) if (said.get(what) === 'drop') own.push(ruleFor(what, ages))
  return [...kept, ...own]
}

/**
 * The steps that lead to a target, least damaging first, without what was told to stay.
 *
 * What says nothing new goes first, then what the model has already drawn its conclusions from, from
 * the oldest to the newest; calls themselves go last, since without them the model no longer knows
 * what it did. Each step begins at the oldest, and the last one ends as soon as the target is reached.
 */
export function ladderOf(options: TrimOptions): TrimRule[] {
  const only = options.toolsOnly === undefined ? null : new Set(options.toolsOnly)
  const stays = new Set<TrimRule['what']>(options.tools === 'keep' ? ['tools'] : [])
  for (const [what, option] of OPTION_OF_KIND) if (options[option] === 'keep') stays.add(what)
  return LADDER.filter(({ what }) => !stays.has(what)).map((rule) => narrowed(rule, only, agesOf(options)))
}

const OPTION_OF_KIND = [
  ['superseded', 'supersededReads'],
  ['repeated', 'repeatedOutputs'],
  ['retried', 'failedRetries'],
  ['thinking', 'thinking'],
  ['images', 'images'],
  ['attachments', 'attachments'],
  ['progress', 'progress'],
  ['snapshots', 'snapshots'],
  ['bookkeeping', 'bookkeeping'],
] as const

const percent = (value: number): Age[] => [{ unit: 'percent', value }]
const ANY_AGE: readonly Age[] = []
const tools = (form: ToolForm, ages: readonly Age[]): TrimRule => ({ what: 'tools', form, only: null, ages })
const STUB = { kind: 'stub' } as const
const REMOVE = { kind: 'remove' } as const
const SHORTER = { kind: 'truncate', lines: 20, characters: 1500 } as const

const SAID_TWICE: readonly TrimRule[] = [{ what: 'superseded' }, { what: 'repeated' }, { what: 'retried' }]

const PRESETS: Readonly<Record<TrimPreset, readonly TrimRule[]>> = {
  light: [...SAID_TWICE, { what: 'progress' }],
  routine: [
    ...SAID_TWICE,
    { what: 'progress' },
    { what: 'bookkeeping' },
    { what: 'thinking', ages: percent(50) },
    { what: 'images', ages: percent(50) },
    tools(TRUNCATED, percent(50)),
  ],
  deep: [
    ...SAID_TWICE,
    { what: 'progress' },
    { what: 'bookkeeping' },
    { what: 'thinking', ages: percent(90) },
    { what: 'images', ages: percent(80) },
    { what: 'attachments', ages: percent(80) },
    tools(TRUNCATED, ANY_AGE),
    tools(STUB, percent(80)),
  ],
  emergency: [
    { what: 'progress' },
    { what: 'bookkeeping' },
    { what: 'snapshots' },
    { what: 'thinking', ages: ANY_AGE },
    { what: 'images', ages: ANY_AGE },
    { what: 'attachments', ages: ANY_AGE },
    tools(REMOVE, ANY_AGE),
  ],
}

const LADDER: readonly TrimRule[] = [
  ...SAID_TWICE,
  { what: 'thinking', ages: percent(50) },
  tools(TRUNCATED, percent(50)),
  { what: 'images', ages: percent(50) },
  tools(SHORTER, percent(50)),
  { what: 'thinking', ages: percent(80) },
  tools(TRUNCATED, percent(80)),
  tools(STUB, percent(50)),
  { what: 'images', ages: percent(80) },
  { what: 'attachments', ages: percent(80) },
  tools(SHORTER, percent(80)),
  tools(STUB, percent(80)),
  tools(REMOVE, percent(50)),
  tools(TRUNCATED, ANY_AGE),
  { what: 'thinking', ages: ANY_AGE },
  tools(REMOVE, percent(80)),
  tools(SHORTER, ANY_AGE),
  { what: 'images', ages: ANY_AGE },
  { what: 'attachments', ages: ANY_AGE },
  tools(STUB, ANY_AGE),
  tools(REMOVE, ANY_AGE),
]

/** A rule within the limits that the user set. */
function narrowed(rule: TrimRule, only: ReadonlySet<string> | null, ages: readonly Age[]): TrimRule {
  if (rule.what === 'tools') return { ...rule, only, ages: [...rule.ages, ...ages] }
  if ('ages' in rule) return { ...rule, ages: [...rule.ages, ...ages] }
  return rule
}

function agesOf({ olderThan }: TrimOptions): Age[] {
  return olderThan === undefined ? [] : [olderThan]
}

function ruleFor(what: (typeof OPTION_OF_KIND)[number][0], ages: readonly Age[]): TrimRule {
  return what === 'thinking' || what === 'images' || what === 'attachments' ? { what, ages } : { what }
}

function checkOptions({ tools: form, olderThan, targetTokens }: TrimOptions): void {
  if (
    form !== undefined &&
    form !== 'keep' &&
    form.kind === 'truncate' &&
    !(isWhole(form.lines, FEWEST_LINES) && isWhole(form.characters, FEWEST_CHARACTERS))
  )
    throw new EditError('option', 'a truncated result cannot be that short', {
      remedy: `give at least ${FEWEST_LINES} lines and ${FEWEST_CHARACTERS} characters`,
    })
  if (olderThan?.unit === 'percent' && !(olderThan.value > 0 && olderThan.value < 100))
    throw new EditError('option', 'an age in percent lies between 0 and 100', { remedy: 'try 50%' })
  if (olderThan?.unit === 'turns' && !isWhole(olderThan.value, 1))
    throw new EditError('option', 'an age in turns is a whole number from 1', { remedy: 'try 20turns' })
  if (targetTokens !== undefined && !isWhole(targetTokens, 1))
    throw new EditError('option', 'a target is a whole number of tokens from 1', { remedy: 'try 60k' })
}

function isWhole(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least
}
