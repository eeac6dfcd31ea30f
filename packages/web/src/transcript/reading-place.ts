/**
 * Keeps what the reader sees where it is, whatever is put in above or changes its height, and follows the end for as long
 * as the reader is there. Browsers anchor by themselves (`overflow-anchor`), but not at the very top, not in Safari,
 * and not over what was never drawn; what they leave is corrected here before the next paint.
 */
export class ReadingPlace {
  readonly #scroller: HTMLElement
  readonly #column: HTMLElement
  readonly #onChange: (isAtEnd: boolean) => void
  readonly #observer: ResizeObserver
  readonly #end = new AbortController()
  #anchor: { readonly element: Element; readonly top: number } | null = null
  #isAtEnd = true
  #heldUntil = 0

  constructor(scroller: HTMLElement, column: HTMLElement, onChange: (isAtEnd: boolean) => void) {
    this.#scroller = scroller
    this.#column = column
    this.#onChange = onChange
    this.#observer = new ResizeObserver(() => this.settle())
    this.#observer.observe(column)
    this.#observer.observe(scroller)
    const { signal } = this.#end
    scroller.addEventListener('scroll', () => this.#remember(), { signal, passive: true })
    // What the reader opens grows below the pointer; it is no reason to run to the end.
    for (const name of ['click', 'keydown'])
      scroller.addEventListener(name, () => (this.#heldUntil = performance.now() + HOLD_MS), {
        signal,
        capture: true,
      })
  }

  stop(): void {
    this.#end.abort()
    this.#observer.disconnect()
  }

  isAtEnd(): boolean {
    return this.#isAtEnd
  }

  /** Puts things right after a change; before the paint, so nobody sees it. */
  settle(): void {
    const scroller = this.#scroller
    if (this.#isAtEnd && performance.now() > this.#heldUntil) scroller.scrollTop = scroller.scrollHeight
    else if (this.#anchor?.element.isConnected === true) {
      const moved = this.#topOf(this.#anchor.element) - this.#anchor.top
      if (Math.abs(moved) >= 1) scroller.scrollTop += moved
    }
    this.#remember()
  }

  toEnd(): void {
    this.#isAtEnd = true
    this.#heldUntil = 0
    this.settle()
  }

  /** Puts an element below the upper edge and holds it there while what is around it is drawn for the first time. */
  goTo(element: Element, options: { readonly below?: number } = {}): void {
    const below = options.below ?? 16
    this.#isAtEnd = false
    let frames = 12
    const align = (): void => {
      if (!element.isConnected || this.#end.signal.aborted) return
      const moved = this.#topOf(element) - below
      if (Math.abs(moved) >= 1) this.#scroller.scrollTop += moved
      this.#anchor = { element, top: this.#topOf(element) }
      if (frames-- > 0) requestAnimationFrame(align)
    }
    align()
  }

  /** Turns on the screen: the first that is at least partly to be seen. */
  firstVisible(): HTMLElement | null {
    const turns = [...this.#column.querySelectorAll<HTMLElement>(':scope > [data-turn]')]
    let [low, high] = [0, turns.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#bottomOf(turns[middle]) > 1) high = middle
      else low = middle + 1
    }
    return turns[low] ?? null
  }

  #remember(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller
    const turn = this.firstVisible()
    // A turn may be longer than the screen: within it, the first step that is to be seen.
    const step =
      turn === null
        ? null
        : ([...turn.querySelectorAll('[data-at]')].find((one) => this.#bottomOf(one) > 1) ?? turn)
    this.#anchor = step === null ? null : { element: step, top: this.#topOf(step) }
    const isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END
    if (isAtEnd === this.#isAtEnd) return
    this.#isAtEnd = isAtEnd
    this.#onChange(isAtEnd)
  }

  #topOf(element: Element): number {
    return element.getBoundingClientRect().top - this.#scroller.getBoundingClientRect().top
  }

  #bottomOf(element: Element): number {
    return element.getBoundingClientRect().bottom - this.#scroller.getBoundingClientRect().top
  }
}

const HOLD_MS = 500
const NEAR_END = 48
