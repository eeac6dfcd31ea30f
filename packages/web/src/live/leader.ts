import type { LiveEvent, Subscription } from '@skein/view'
import {
  NEW_STREAM,
  nextTimer,
  step,
  type StreamEffect,
  type StreamInput,
  type StreamState,
} from './stream.ts'
import { anyVisible, leftBehind, wantedBy, withoutSilent, withoutTab, withTab, type Tabs } from './tabs.ts'

/** What a tab says to the one that leads. */
export type TabMessage =
  | {
      readonly kind: 'tab'
      readonly tab: string
      readonly visible: boolean
      readonly subscriptions: readonly Subscription[]
      /** It wants something new or was away: it is to be told what it missed. */
      readonly fresh: boolean
    }
  | { readonly kind: 'restart'; readonly subscription: Subscription }
  | { readonly kind: 'bye'; readonly tab: string }

/** What the one that leads says to all tabs. */
export type LeaderMessage =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'status'; readonly status: LiveStatus }
  /** Say what you want. */
  | { readonly kind: 'who' }

export interface LiveStatus {
  readonly phase: StreamState['phase']
  /** When the server was last heard. */
  readonly heard: number | null
  readonly retryAt: number | null
}

/** The world around a leader: network, clock, dice, tabs. */
export interface LeaderSeam {
  readonly now: () => number
  readonly random: () => number
  /** Opens a stream; what comes of it is handed to `input`. The one before is closed. */
  readonly connect: (lastEventId: string | null) => void
  readonly disconnect: () => void
  readonly post: (client: string, subscriptions: readonly Subscription[]) => void
  readonly say: (message: LeaderMessage) => void
  /** Calls `tick` at that time, instead of at the one before; null: not at all. */
  readonly wakeAt: (time: number | null) => void
}

/** The tab that has the stream for all tabs of the browser. */
export class Leader {
  readonly #seam: LeaderSeam
  #stream: StreamState = NEW_STREAM
  #tabs: Tabs = new Map()

  constructor(seam: LeaderSeam) {
    this.#seam = seam
  }

  get status(): LiveStatus {
    const { phase, heard, retryAt } = this.#stream
    return { phase, heard, retryAt }
  }

  start(): void {
    this.input({ type: 'start' })
    this.#seam.say({ kind: 'who' })
  }

  stop(): void {
    this.#seam.wakeAt(null)
    this.#seam.disconnect()
  }

  hear(message: TabMessage): void {
    if (message.kind === 'restart') return this.input({ type: 'restart', subscription: message.subscription })
    if (message.kind === 'bye') return this.#setTabs(withoutTab(this.#tabs, message.tab))
    const { tab, visible, subscriptions, fresh } = message
    const state = { visible, subscriptions, seen: this.#seam.now() }
    const behind = fresh ? leftBehind(state, this.#stream.wanted) : []
    this.#setTabs(withTab(this.#tabs, tab, state))
    for (const subscription of behind) this.input({ type: 'restart', subscription })
    if (fresh) this.#seam.say({ kind: 'status', status: this.status })
  }

  /** Asks who is still there; now and then. */
  roll(): void {
    this.#setTabs(withoutSilent(this.#tabs, this.#seam.now()))
    this.#seam.say({ kind: 'who' })
  }

  tick(): void {
    this.input({ type: 'timer' })
  }

  input(input: StreamInput): void {
    const before = this.#stream
    const context = { now: this.#seam.now(), random: this.#seam.random() }
    const { state, effects } = step(before, input, context)
    this.#stream = state
    if (before.phase !== state.phase) this.#seam.say({ kind: 'status', status: this.status })
    for (const effect of effects) this.#run(effect)
    this.#seam.wakeAt(nextTimer(this.#stream))
  }

  #setTabs(tabs: Tabs): void {
    this.#tabs = tabs
    this.input({ type: 'want', subscriptions: wantedBy(tabs) })
    this.input({ type: 'visible', visible: anyVisible(tabs) })
  }

  #run(effect: StreamEffect): void {
    switch (effect.type) {
      case 'connect':
        return this.#seam.connect(effect.lastEventId)
      case 'disconnect':
        return this.#seam.disconnect()
      case 'post':
        return this.#seam.post(effect.client, effect.subscriptions)
      case 'tell':
        return this.#seam.say({ kind: 'event', event: effect.event })
    }
  }
}
