import type { SessionAbout, ToldSession, TurnRange } from '@skein/view'
import { branchTranscript, sessionAbout, toldSession, WholeSession } from '@skein/view'
import { SkeinError } from '../errors.ts'
import type { OpenTranscript } from '../file/open-transcript.ts'
import { shownFile } from '../file/shown-file.ts'
import { agentFiles } from './agents.ts'
import { titleOf } from './title.ts'

/** An open session as it is drawn: its turns and what they hold. */
export function wholeSession(opened: OpenTranscript): WholeSession {
  const { transcript, lines, hide = null } = opened
  return new WholeSession({ transcript, source: plainOf(opened), hide, lines })
}

/** The same with its sub-agents; `deep`: with everything that they did. */
export function toldOf(opened: OpenTranscript, deep = false): ToldSession {
  return toldSession(wholeSession(opened), agentFiles({ ...opened, hide: undefined }), deep)
}

/** What is said of a session before anything else. `title`: what to call it, where its own rows do not tell. */
export function aboutOf(opened: OpenTranscript, session: WholeSession, title?: string): SessionAbout {
  return sessionAbout(session, {
    file: shownFile(opened),
    title: title ?? titleOf(opened),
    bytes: opened.size,
  })
}

/** A transcript as if one of its branches were the conversation. Closing it closes nothing: the file is still the other's. */
export function branchOf(opened: OpenTranscript, tip: number): OpenTranscript {
  const { transcript, lines, hide = null } = opened
  const branch = branchTranscript({ transcript, source: opened.source, hide, lines }, tip)
  return {
    ...opened,
    transcript: branch.transcript,
    source: branch.source,
    lines: branch.lines,
    size: branch.size,
    close: () => {},
  }
}

export function assertTurns(range: TurnRange | undefined, { file, turnCount }: SessionAbout): void {
  if (range !== undefined && range.from > turnCount)
    throw new SkeinError('usage', `no turn ${range.from} in ${file}`, { remedy: `it has ${turnCount}` })
}

function plainOf({ plain, source }: OpenTranscript): OpenTranscript['source'] {
  return plain ?? source
}
