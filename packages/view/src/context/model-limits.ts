import { canonicalModel } from '../prices/model-name.ts'

/** The largest image a model sees; bigger ones are scaled down before they are counted. */
export interface ImageLimits {
  readonly edge: number
  readonly tokens: number
}

/**
 * How many tokens a model's window holds in Claude Code.
 *
 * A transcript has the model without the `[1m]` that asked for a wide window, so a conversation that is already larger
 * than the narrow one shows which it has. Models nobody knows get the narrow one, as Claude Code itself assumes.
 */
export function windowOf(model: string, used = 0): number {
  const { name, wide } = canonicalModel(model)
  return wide || WIDE_MODELS.has(name) || used > NARROW ? WIDE : NARROW
}

export function imageLimitsOf(model: string): ImageLimits {
  return WIDE_MODELS.has(canonicalModel(model).name) ? SHARP_IMAGES : USUAL_IMAGES
}

const NARROW = 200_000
const WIDE = 1_000_000

/*
 * Models whose window is a million tokens without being asked for, and that see images in more detail: the catalogue
 * inside Claude Code 2.1.325 gives both to the same models. Sonnet 4 to 4.6 and Opus 4.6 have the wide window only
 * with `[1m]`.
 */
const WIDE_MODELS: ReadonlySet<string> = new Set([
  'claude-opus-4-7',
  'claude-opus-4-8',
  'claude-opus-5',
  'claude-opus-5-5',
  'claude-sonnet-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'claude-fable-5',
  'claude-fable-5-1',
  'claude-fable-5-2',
  'claude-mythos-5',
  'claude-mythos-5-1',
  'claude-mythos-5-2',
])

const USUAL_IMAGES: ImageLimits = { edge: 1568, tokens: 1568 }
const SHARP_IMAGES: ImageLimits = { edge: 2576, tokens: 4784 }
