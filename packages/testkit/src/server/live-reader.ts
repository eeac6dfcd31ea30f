import type { Api } from '@skein/server'
import type { LiveEvent, SessionView, Subscription } from '@skein/view'
import { fold, prepend } from '@skein/view'

export interface ReaderOptions {
  /** Where the server is; another one after a restart. */
  readonly url: () => string
  readonly secret: string
  readonly session: string
}

/**
 * A client as the app is one, without a screen: loads a session whole, follows it, and folds what it is told. A delta that
 * does not fit makes it subscribe anew from where it stands; after a reset it loads what is before the tail again.
 */
export class LiveReader {
  readonly #options: ReaderOptions
  view: SessionView | null = null
  /** The next change is lost on its way. */
  dropNext = false
  readonly problems: unknown[] = []
  resets = 0
  deltas = 0
  #stream: AbortController | null = null
  #client = ''
  #lastEventId: string | undefined
  #work: Promise<void> = Promise.resolve()

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  /** What anybody sees who opens the session now. */
  async loaded(): Promise<SessionView> {
    for (;;) {
      const whole = await this.#pagesBefore(await this.#page({}))
      if (whole !== null) return whole
    }
  }

  async open(): Promise<void> {
    this.view = await this.loaded()
    await this.connect()
  }

  async connect(): Promise<void> {
    const stop = new AbortController()
    this.#stream = stop
    const response = await fetch(`${this.#options.url()}/api/live`, {
      headers: this.#headers(this.#lastEventId === undefined ? {} : { 'last-event-id': this.#lastEventId }),
      signal: stop.signal,
    })
    if (response.body === null || response.status !== 200) throw new Error(`no stream: ${response.status}`)
    const { body } = response
    await new Promise<void>((hello) => void this.#listen(body, hello).catch(() => {}))
    await this.#subscribe()
  }

  disconnect(): void {
    this.#stream?.abort()
  }

  /** When everything that was heard is folded. */
  async settled(): Promise<void> {
    await this.#work
  }

  async #listen(body: ReadableStream<Uint8Array>, hello: () => void): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true })
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data === undefined) continue
        this.#lastEventId = /^id: (.*)$/m.exec(block)?.[1]
        // The server's own shape.
        const event = JSON.parse(data) as LiveEvent
        if (event.type === 'hello') {
          this.#client = event.client
          hello()
        } else this.#queue(event)
      }
    }
  }

  #queue(event: LiveEvent): void {
    this.#work = this.#work
      .then(() => this.#take(event))
      .catch((error: unknown) => void this.problems.push(error))
  }

  async #take(event: LiveEvent): Promise<void> {
    if (event.type === 'subscriptionFailed') throw new Error(`subscription failed: ${event.reason}`)
    if (event.type !== 'sessionChanged' || this.view === null) return
    if (this.dropNext) {
      this.dropNext = false
      return
    }
    if (event.update.kind === 'reset') this.resets++
    else this.deltas++
    const folded = fold(this.view, event.update)
    if (folded === null) return this.#subscribeAnew()
    this.view = folded
    // A reset shows the tail, with turns folded: what was loaded before is loaded again.
    if (event.update.kind === 'reset') await this.#subscribeAnew(await this.loaded())
  }

  /** Null where the file changed in between: the pages do not belong together. */
  async #pagesBefore(view: SessionView): Promise<SessionView | null> {
    let whole = view
    for (let first = whole.turns.at(0); first !== undefined && first.index > 0; first = whole.turns.at(0)) {
      const joined = prepend(whole, await this.#page({ before: first.index }))
      if (joined === null) return null
      whole = joined
    }
    return whole
  }

  async #subscribeAnew(view = this.view): Promise<void> {
    this.view = view
    await this.#post([])
    await this.#subscribe()
  }

  async #subscribe(): Promise<void> {
    const { session } = this.#options
    await this.#post([{ topic: `session:${session}`, cursor: this.view?.cursor }])
  }

  async #post(subscriptions: readonly Subscription[]): Promise<void> {
    const body: Api['POST /api/live/:client']['body'] = { subscriptions }
    await fetch(`${this.#options.url()}/api/live/${this.#client}`, {
      method: 'POST',
      headers: this.#headers({ 'content-type': 'application/json', 'x-skein-csrf': '1' }),
      body: JSON.stringify(body),
    })
  }

  async #page(query: { readonly before?: number }): Promise<SessionView> {
    const search = new URLSearchParams({ steps: 'all' })
    if (query.before !== undefined) search.set('before', String(query.before))
    const path = `/api/sessions/${this.#options.session}/view?${search.toString()}`
    const response = await fetch(`${this.#options.url()}${path}`, { headers: this.#headers({}) })
    if (response.status !== 200) throw new Error(`no view: ${response.status} ${await response.text()}`)
    // The server's own shape.
    return (await response.json()) as SessionView
  }

  #headers(headers: Record<string, string>): Record<string, string> {
    return { ...headers, authorization: `Bearer ${this.#options.secret}` }
  }
}
