import { saidBranches } from '@skein/transcript'
import { SkeinError } from '../errors.ts'
import type { OpenTranscript } from '../file/open-transcript.ts'
import type { MaskOptions } from './mask.ts'
import { masked } from './mask.ts'
import { titleOf } from './title.ts'
import { branchOf } from './whole.ts'

/** The branch of a number that `--branch` names, as if it were the conversation. */
export function chosenBranch(opened: OpenTranscript, number: number): OpenTranscript {
  const found = saidBranches(opened.transcript)
  if (number > found.length)
    throw new SkeinError('usage', `no branch ${number} in ${opened.file}`, {
      remedy: found.length === 0 ? 'it has none' : `it has ${found.length}`,
    })
  return branchOf(opened, found[number - 1].tip)
}

/** The title of a branch: its session's. Undefined for a session itself and for a sub-agent, which have their own. */
export function titleFor(
  session: OpenTranscript,
  shown: OpenTranscript,
  options: MaskOptions,
): string | undefined {
  const isBranch = shown.transcript !== session.transcript && shown.file === session.file
  return isBranch ? titleOf(masked(session, options)) : undefined
}
