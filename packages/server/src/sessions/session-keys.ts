import { createHash } from 'node:crypto'
import type { CataloguedTranscript, ProjectPlace, SessionName, SessionReader } from '@skein/store'
import { ApiFailure } from '../errors.ts'
import { unknown } from '../routes/failure.ts'

/** Names a project in the API: two config roots can have a folder of the same name. */
export function projectId({ root, project }: ProjectPlace): string {
  return createHash('sha256').update(`${root}\0${project}`).digest('hex').slice(0, 16)
}

/** Names sessions in the API: by their id, and by their project too where several have it. */
export async function sessionKeys(
  reader: SessionReader,
  ids: readonly string[],
): Promise<(session: SessionName) => string> {
  const shared = new Set((await reader.copied(ids)).map(({ session }) => session))
  return (session) => (shared.has(session.id) ? `${session.id}@${projectId(session)}` : session.id)
}

/**
 * The transcript of the session that a key names. Keys are compared with what the catalogue has, never made into a
 * path. Throws where there is none, or where an id alone names several.
 */
export async function sessionByKey(reader: SessionReader, key: string): Promise<CataloguedTranscript> {
  const named = withoutLeftBehind(await reader.transcripts({ session: key, agent: null }))
  if (named.length === 1) return named[0]
  if (named.length > 1)
    throw new ApiFailure(409, 'ambiguous', 'several projects have a session of this id', {
      remedy: 'name it as the list does, with its project',
    })
  const at = key.lastIndexOf('@')
  if (at < 0) throw unknown('session')
  const project = key.slice(at + 1)
  const copies = await reader.transcripts({ session: key.slice(0, at), agent: null })
  const found = copies.find((one) => projectId(one) === project)
  if (found === undefined) throw unknown('session')
  return found
}

/** A session that moved to another project is on disk there, while the archive has it from before. */
function withoutLeftBehind(sessions: readonly CataloguedTranscript[]): readonly CataloguedTranscript[] {
  const onDisk = sessions.filter(({ place }) => place === 'disk')
  return onDisk.length > 0 ? onDisk : sessions
}

/** The transcript of a sub-agent of a session. */
export async function agentOfSession(
  reader: SessionReader,
  { root, project, session }: CataloguedTranscript,
  agent: string,
): Promise<CataloguedTranscript> {
  const [found] = await reader.transcripts({ root, project, session, agent })
  if (found === undefined) throw unknown('sub-agent')
  return found
}

/** The folder of a project that an id names. */
export async function projectById(reader: SessionReader, id: string): Promise<ProjectPlace> {
  const found = (await reader.projects()).find((one) => projectId(one) === id)
  if (found === undefined) throw unknown('project')
  return found
}

/** The transcript of a sub-agent of a project. */
export async function agentOfProject(
  reader: SessionReader,
  id: string,
  agent: string,
): Promise<CataloguedTranscript> {
  const { root, project } = await projectById(reader, id)
  const [found] = await reader.transcripts({ root, project, agent })
  if (found === undefined) throw unknown('sub-agent')
  return found
}
