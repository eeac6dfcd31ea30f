import { createHash } from 'node:crypto'
import { agentsById, agentsOf, listProjects, sessionsById, sharedIds } from '@skein/store'
import type { CataloguedTranscript, Database, SessionName } from '@skein/store'
import { ApiFailure } from '../errors.ts'
import { unknown } from '../routes/failure.ts'

/** Names a project in the API: two config roots can have a folder of the same name. */
export function projectId({ root, project }: Pick<SessionName, 'root' | 'project'>): string {
  return createHash('sha256').update(`${root}\0${project}`).digest('hex').slice(0, 16)
}

/** Names sessions in the API: by their id, and by their project too where several have it. */
export function sessionKeys(db: Database, ids: readonly string[]): (session: SessionName) => string {
  const shared = sharedIds(db, ids)
  return (session) => (shared.has(session.id) ? `${session.id}@${projectId(session)}` : session.id)
}

/**
 * The transcript of the session that a key names. Keys are compared with what the catalogue has, never made into a
 * path. Throws where there is none, or where an id alone names several.
 */
export function sessionByKey(db: Database, key: string): CataloguedTranscript {
  const named = withoutLeftBehind(sessionsById(db, key))
  if (named.length === 1) return named[0]
  if (named.length > 1)
    throw new ApiFailure(409, 'ambiguous', 'several projects have a session of this id', {
      remedy: 'name it as the list does, with its project',
    })
  const at = key.lastIndexOf('@')
  const project = key.slice(at + 1)
  const found =
    at < 0 ? undefined : sessionsById(db, key.slice(0, at)).find((one) => projectId(one) === project)
  if (found === undefined) throw unknown('session')
  return found
}

/** A session that moved to another project is on disk there, while the archive has it from before. */
function withoutLeftBehind(sessions: CataloguedTranscript[]): CataloguedTranscript[] {
  const onDisk = sessions.filter(({ place }) => place === 'disk')
  return onDisk.length > 0 ? onDisk : sessions
}

/** The transcript of a sub-agent of a session. */
export function agentOfSession(
  db: Database,
  session: CataloguedTranscript,
  agent: string,
): CataloguedTranscript {
  const found = agentsOf(db, session).find((one) => one.agent === agent)
  if (found === undefined) throw unknown('sub-agent')
  return found
}

/** The folder of a project that an id names. */
export function projectById(db: Database, id: string): { readonly root: string; readonly project: string } {
  const found = listProjects(db).find((one) => projectId(one) === id)
  if (found === undefined) throw unknown('project')
  return found
}

/** The transcript of a sub-agent of a project. */
export function agentOfProject(db: Database, id: string, agent: string): CataloguedTranscript {
  const { root, project } = projectById(db, id)
  const [found] = agentsById(db, { root, project, agent })
  if (found === undefined) throw unknown('sub-agent')
  return found
}
