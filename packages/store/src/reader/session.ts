import type { TokenUsage } from '@skein/transcript'
import type { FileFacts } from './file-facts.ts'
import type { Relation } from './relation.ts'

/** One session as the catalogue knows it, without a look into its transcript. */
export interface Session {
  readonly id: string
  /** Of its own transcript, also where that is only archived. */
  readonly path: string
  readonly root: string
  /** Name of the folder under `projects/`. */
  readonly project: string
  /** Where it was started: the true path of the project. */
  readonly cwd: string
  readonly title: Title
  readonly place: 'disk' | 'archive'
  /** Bytes of its own transcript. */
  readonly size: number
  /** ms; the file's time where no row has one. */
  readonly firstTime: number
  readonly lastTime: number
  readonly agents: number
  readonly facts: FileFacts
  /** Of the session and its sub-agents, each message where it belongs. */
  readonly usage: readonly SessionUsage[]
  /** It used nothing by itself: all its messages belong to other sessions, which it was forked or copied from. */
  readonly countedElsewhere: boolean
  readonly relations: readonly Relation[]
}

/** What a session used, in the classes that are priced apart. */
export interface SessionUsage {
  readonly model: string
  readonly tier: string
  /** Messages with a prompt so long that the model may be priced higher for it. */
  readonly longContext: boolean
  readonly subagent: boolean
  readonly messages: number
  readonly tokens: TokenUsage
}

/** What a session is called, and who called it so. */
export interface Title {
  readonly text: string
  readonly from: 'custom-title' | 'ai-title' | 'summary' | 'prompt' | 'none'
}
