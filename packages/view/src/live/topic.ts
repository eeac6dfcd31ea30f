/** The topic of a transcript: of a session, or of one of its sub-agents. Neither name has a slash, being that of a file. */
export function sessionTopic(session: string, agent: string | null): string {
  return agent === null ? `session:${session}` : `agent:${session}/${agent}`
}

/** Whose transcript a topic is; null for all other topics. */
export function sessionOfTopic(
  topic: string,
): { readonly session: string; readonly agent: string | null } | null {
  const named = /^(?:session:(?<session>[^/]+)|agent:(?<of>[^/]+)\/(?<agent>[^/]+))$/.exec(topic)?.groups
  if (named === undefined) return null
  return { session: named['session'] ?? named['of'], agent: named['agent'] ?? null }
}
