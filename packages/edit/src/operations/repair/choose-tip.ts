import { branches, FLAG, isBoundary, KIND, type Transcript } from '@skein/transcript'
import type { RepairChain } from './repair-chain.ts'

/** Which of two lines that were written at once goes on: the one begun first, the one written last, or the one of a row. */
export type WriterChoice = 'first' | 'last' | { readonly row: number }

export interface ChosenTip {
  /** The row that the mended session continues from; -1 for none. */
  readonly tip: number
  /** The `last-prompt` row that counts, if it names no entry or holds the session on a branch that was left; else -1. */
  readonly wrongMarker: number
  /** A marker holds the session on an older branch that has more of the conversation than the newest one. */
  readonly heldBack: boolean
}

export interface TipOptions {
  readonly writer: WriterChoice | null
  /** How many messages a resume from a row would reach. */
  readonly reach: (tip: number) => number
}

/** The row a mended session continues from. Contract: the chain has no rings any more. */
export function chooseTip(transcript: Transcript, chain: RepairChain, options: TipOptions): ChosenTip {
  const latest = latestLeaf(transcript, chain, null)
  const marker = lastMarker(transcript)
  const marked = marker < 0 || latest < 0 ? null : byMarker(transcript, chain, { marker, latest })
  const held = marked?.stale === true && options.reach(latest) < options.reach(marked.tip)
  const usual = marked === null || (marked.stale && !held) ? latest : marked.tip
  const isWrong = marked !== null && (marked.wrong || (marked.stale && !held))
  const tip = options.writer === null ? usual : byWriter(transcript, chain, { writer: options.writer, usual })
  return { tip, wrongMarker: isWrong ? marker : -1, heldBack: held && options.writer === null }
}

/** The leaf that stands last in the file; below `ancestor`, where one is given. */
function latestLeaf(transcript: Transcript, chain: RepairChain, ancestor: number | null): number {
  const { count } = transcript.scan.columns
  const continued = new Uint8Array(count)
  const isStep = (row: number): boolean => chain.isLoadable(row) && !chain.isAside(row)
  for (let row = 0; row < count; row++) {
    if (!isStep(row)) continue
    let parent = chain.parentOf(row)
    while (parent >= 0 && !chain.isLoadable(parent)) parent = chain.parentOf(parent)
    if (parent >= 0) continued[parent] = 1
  }
  for (let row = count - 1; row >= 0; row--) {
    if (!isStep(row) || continued[row] === 1 || chain.isRenamed(row)) continue
    if (isBareBoundary(transcript, chain, row)) continue
    if (ancestor === null || descends(chain, row, ancestor)) return row
  }
  return -1
}

/** A boundary behind which nobody said anything hides nothing. */
function isBareBoundary({ scan }: Transcript, chain: RepairChain, leaf: number): boolean {
  for (let row = leaf; row >= 0; row = chain.parentOf(row)) {
    const kind = scan.columns.kind[row]
    if (kind === KIND.user || kind === KIND.assistant) return false
    if (isBoundary(scan, row)) return chain.parentOf(row) < 0
  }
  return false
}

function descends(chain: RepairChain, row: number, ancestor: number): boolean {
  for (let at = row; at >= 0; at = chain.parentOf(at)) if (at === ancestor) return true
  return false
}

/** The last `last-prompt`: it alone counts. */
function lastMarker({ scan }: Transcript): number {
  const { columns, ids } = scan
  const type = ids.find('last-prompt')
  let row = type === 0 ? -1 : columns.count - 1
  while (row >= 0 && columns.type[row] !== type) row--
  return row
}

interface Marked {
  readonly tip: number
  /** It names nothing that a resume could continue from. */
  readonly wrong: boolean
  /** The conversation went on elsewhere after it was written. */
  readonly stale: boolean
}

function byMarker(
  transcript: Transcript,
  chain: RepairChain,
  { marker, latest }: { marker: number; latest: number },
): Marked {
  const { columns, ids } = transcript.scan
  const named = ids.text(columns.target[marker])
  const leaf = named === '' ? -1 : chain.rowOfText(named)
  // Zeros are how a rewind says that nothing was said yet.
  if (named === '' || /^[0-]+$/.test(named)) return { tip: latest, wrong: false, stale: false }
  if (leaf < 0 || !chain.isLoadable(leaf) || chain.isAside(leaf))
    return { tip: latest, wrong: true, stale: false }
  for (let row = marker + 1; row < columns.count; row++)
    if (isBoundary(transcript.scan, row)) return { tip: latest, wrong: false, stale: false }
  const grew = descends(chain, latest, leaf)
  const isExplicit = (columns.flags[marker] & FLAG.explicit) !== 0
  if (grew) return { tip: isExplicit && latest < marker ? leaf : latest, wrong: false, stale: false }
  return { tip: leaf, wrong: false, stale: spokeSince(transcript, chain, marker) }
}

function spokeSince({ scan }: Transcript, chain: RepairChain, marker: number): boolean {
  const { columns } = scan
  for (let row = marker + 1; row < columns.count; row++) {
    const speaks = columns.kind[row] === KIND.user || columns.kind[row] === KIND.assistant
    if (speaks && chain.isLoadable(row) && !chain.isAside(row)) return true
  }
  return false
}

function byWriter(
  transcript: Transcript,
  chain: RepairChain,
  { writer, usual }: { writer: WriterChoice; usual: number },
): number {
  if (typeof writer === 'object') return latestLeaf(transcript, chain, writer.row)
  const rivals = branches(transcript).filter(({ reason }) => reason === 'second-writer')
  if (rivals.length === 0) return usual
  if (writer === 'last') return latestLeaf(transcript, chain, null)
  const { path } = transcript
  // In path order: the first fork decides, since the others lie behind it.
  const fork = rivals.find(({ at }) => at >= 0 && path.positionOf(at) >= 0)?.at ?? -1
  const heir = fork < 0 ? -1 : path.at(path.positionOf(fork) + 1)
  const first = rivals.filter(({ at }) => at === fork).reduce((a, { root }) => Math.min(a, root), heir)
  return heir < 0 || first === heir ? usual : latestLeaf(transcript, chain, first)
}
