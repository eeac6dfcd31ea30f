/** A model's id taken apart. */
export interface ModelName {
  /** `claude-opus-4-5` for every spelling and snapshot of it. */
  readonly name: string
  /** It was reached through a region's own Bedrock endpoint (`us.anthropic.…`). */
  readonly regional: boolean
  /** The program asked for a window of a million tokens (`…[1m]`). */
  readonly wide: boolean
}

/**
 * The same name for every way a model is spelled: with a snapshot's date, `-latest`, `-0`, a dot in its version, as
 * Bedrock (`us.anthropic.claude-…-v1:0`), Vertex (`claude-…@20250929`) or a gateway (`anthropic/claude-…`) writes it,
 * with `[1m]`. It only takes decoration off: an id that is no spelling of a known model stays unknown.
 */
export function canonicalModel(id: string): ModelName {
  if (id.length > LONGEST) return { name: id, regional: false, wide: false }
  const plain = id.trim().toLowerCase()
  const wide = plain.endsWith(WIDE)
  const path = wide ? plain.slice(0, -WIDE.length) : plain
  const bedrock = BEDROCK.exec(path.slice(path.lastIndexOf('/') + 1))
  const own = bedrock?.[2] ?? path.slice(path.lastIndexOf('/') + 1)
  const region = bedrock?.[1] ?? GLOBAL
  const name = DECORATIONS.reduce((rest, decoration) => rest.replace(decoration, ''), own)
  return { name: name.replaceAll('.', '-').replace(/-0$/, ''), regional: region !== GLOBAL, wide }
}

/** Ids come from transcripts; no real one is near this long (a Bedrock ARN has about 120 characters). */
const LONGEST = 256
const WIDE = '[1m]'
const GLOBAL = 'global'
const BEDROCK = /^(?:([a-z-]+)\.)?anthropic\.(.+)$/

/** In the order they are taken off: `-v1:0`, then `@20241022` or `-20241022` or `-latest`, then the `-v2` before it. */
const DECORATIONS = [/-v\d+(?::\d+)?$/, /[-@](?:\d{8}|latest|default)$/, /-v\d+$/]
