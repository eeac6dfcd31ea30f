import type { TokenUsage } from '@skein/transcript'
import type { Cost } from '../session/session-view.ts'

/** One session in a list. Bounded, plain JSON, secrets masked. */
export interface SessionItem {
  /** Names the session in the API: its id, and its project where the id alone is not enough. */
  readonly key: string
  readonly id: string
  readonly projectId: string
  /** Where it was started. */
  readonly cwd: string
  readonly title: string
  readonly titleFrom: string
  /** The program's own name for it (`slug`); empty where it has none. */
  readonly name: string
  readonly place: 'disk' | 'archive'
  /** A bundled demo session. */
  readonly demo: boolean
  /** Active since somebody last looked at it here. */
  readonly unread: boolean
  readonly turns: number
  readonly agents: number
  readonly bytes: number
  readonly firstTime: number | null
  readonly lastTime: number | null
  readonly gitBranch: string
  readonly models: readonly string[]
  readonly tokens: TokenUsage
  readonly cost: Cost
  readonly pullRequests: readonly PullRequestLink[]
  readonly tags: readonly string[]
  readonly relations: readonly { readonly kind: string; readonly session: string }[]
  /** Null where no Claude Code has it open. */
  readonly running: RunningState | null
}

export interface PullRequestLink {
  readonly number: number
  readonly repository: string
  /** Only `https:`. */
  readonly url: string
}

/** `needs-you`: it waits for an answer or a permission. */
export type RunningState = 'working' | 'needs-you' | 'idle'

export interface ProjectItem {
  readonly id: string
  readonly cwd: string
  readonly sessions: number
  readonly lastTime: number | null
}
