import type { Replacement } from '../operations/compress/replacement.ts'
import type { EditSession, Sidecar } from '../source/edit-session.ts'
import { TranscriptDraft } from './transcript-draft.ts'

/** The edits. */
export type EditKind = 'clone' | 'fork' | 'trim' | 'compress' | 'redact' | 'repair' | 'merge' | 'split'

/** Something the user should know before the edit is made. */
export interface Warning {
  /** A stable word for programs. */
  readonly code: string
  /** One plain sentence; holds no text of the transcript. */
  readonly message: string
}

/** One thing that the edit does, for the plan: "Read results stubbed", 12 of them, 34,000 tokens less. */
export interface Step {
  readonly what: string
  readonly count: number
  /** Estimated tokens that leave the context by it; 0 where it is not about size. */
  readonly tokens: number
}

/**
 * A new session as it is to be, before anything is written: what an operation makes of a session.
 *
 * Contract: an operation is a function of a session and its options that gives a draft or throws an
 * `EditError`; it does no I/O but to read rows of the session. Everything that all edits share (ids,
 * `forkedFrom`, links over dropped rows, sidecars, checks, figures, writing) is done with the draft
 * afterwards, in one place.
 */
export class Draft {
  readonly session: EditSession
  readonly kind: EditKind
  readonly main: TranscriptDraft
  readonly warnings: Warning[] = []
  readonly steps: Step[] = []
  /** Texts that the edit put others in the place of, for those who want to compare or to take them back. */
  readonly originals: Replacement[] = []
  #agents: readonly TranscriptDraft[]
  readonly #sidecars = new Map<Sidecar, Uint8Array | null>()
  /** The title of the new session; null leaves the titles that were copied. */
  title: string | null = null
  /** The uuid of the row that the new session continues from; null for the original's tip, or what stays before it. */
  tip: string | null = null
  /** What the API counted for the original says nothing about the new session; see `settleUsage`. */
  staleUsage = false

  constructor(session: EditSession, kind: EditKind) {
    this.session = session
    this.kind = kind
    this.main = new TranscriptDraft(session.main)
    this.#agents = session.agents.map((agent) => new TranscriptDraft(agent))
  }

  /** The sub-agents that come along. */
  get agents(): readonly TranscriptDraft[] {
    return this.#agents
  }

  /** Leaves a sub-agent out, with its sidecar. */
  leaveOut(agent: TranscriptDraft): void {
    this.#agents = this.#agents.filter((other) => other !== agent)
    const meta = agent.from.name.replace(/\.jsonl$/, '.meta.json')
    for (const sidecar of this.session.sidecars)
      if (sidecar.place === 'session' && sidecar.name === meta) this.changeSidecar(sidecar, null)
  }

  get transcripts(): readonly TranscriptDraft[] {
    return [this.main, ...this.agents]
  }

  get isUntouched(): boolean {
    return (
      this.tip === null && this.transcripts.every((draft) => draft.isUntouched) && this.#sidecars.size === 0
    )
  }

  warn(code: string, message: string): void {
    this.warnings.push({ code, message })
  }

  step(what: string, count: number, tokens = 0): void {
    if (count > 0) this.steps.push({ what, count, tokens })
  }

  /** Gives a sidecar other bytes; null leaves it out. */
  changeSidecar(sidecar: Sidecar, bytes: Uint8Array | null): void {
    this.#sidecars.set(sidecar, bytes)
  }

  /** New bytes of a sidecar, null for one that is left out, undefined for one that is copied. */
  sidecar(sidecar: Sidecar): Uint8Array | null | undefined {
    return this.#sidecars.get(sidecar)
  }
}
