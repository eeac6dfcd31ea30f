/**
 * What the lines of one transcript say by themselves, added up.
 *
 * Contract: the facts of a file are the same whether its lines were read at once or in any pieces;
 * `addFacts(facts of the first lines, facts of the rest)` is the facts of all. So whatever depends on
 * links between lines (the tip, branches) is not here; `turns` is what reading says at its end.
 */
export interface FileFacts {
  readonly rows: number
  /** Rows in which a human's prompt begins a turn, on all branches. */
  readonly prompts: number
  /** Turns of the live path, counted over all lines up to these (`turn-trail.ts`). */
  readonly turns: number
  readonly toolCalls: number
  readonly toolErrors: number
  readonly apiErrors: number
  readonly compactions: number
  /** Rows of sub-agents that stand in the session's own file (oldest layout). */
  readonly sidechainRows: number
  readonly images: number
  /** ms; null where no row has a time. */
  readonly firstTime: number | null
  readonly lastTime: number | null
  readonly firstCwd: string
  readonly lastCwd: string
  readonly lastBranch: string
  readonly branches: readonly string[]
  readonly versions: readonly string[]
  readonly models: readonly string[]
  readonly lastModel: string
  /** `slug` of its rows: the name the program gives plans and sessions. */
  readonly slug: string
  readonly customTitle: string
  readonly aiTitle: string
  readonly agentName: string
  /** The tag it has now; a later one takes the place of an earlier one. */
  readonly tags: readonly string[]
  /** The last tag row took the tag away. */
  readonly untagged: boolean
  /** First prompt that somebody typed and that is no command, cut to `PROMPT_CHARS`. */
  readonly firstPrompt: string
  readonly lastPrompt: string
  readonly firstUuid: string
  /** `sessionId` of the first row that has one: another session's after some transitions. */
  readonly firstSessionId: string
  /** Session its rows were copied from, where they say so. */
  readonly forkedFrom: string
  /** It begins with `/clear`. */
  readonly cleared: boolean
  readonly pullRequests: readonly PullRequest[]
  /** How many diagnostics of each code. */
  readonly diagnostics: Readonly<Record<string, number>>
  /** Types that this Skein does not know, with counts. */
  readonly unknownTypes: Readonly<Record<string, number>>
  /** Input side of the last message: what the context held then. */
  readonly contextTokens: number
}

export interface PullRequest {
  readonly number: number
  readonly url: string
  readonly repository: string
}
