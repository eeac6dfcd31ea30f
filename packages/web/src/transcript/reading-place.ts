/**
 * Keeps what the reader sees where it is, whatever is put in above or changes its height, and follows the end for as long
 * as the reader is there. Browsers anchor by themselves (`overflow-anchor`), but not at the very top, not in Safari,
 * and not over what was never drawn; so that is switched off, and whatever moves is put back here before the next paint.
 */
export class ReadingPlace {
  readonly #scroller: HTMLElement
  readonly #column: HTMLElement
  readonly #onChange: (isAtEnd: boolean) => void
  readonly #observer: ResizeObserver
  readonly #end = new AbortController()
  #anchor: { readonly element: Element; readonly top: number } | null = null
  /** Where the scroll bar stood when the anchor was taken: what it moved since was the reader. */
  #scrollTop = 0
  #isAtEnd = true
  #heldUntil = 0
  /** What was gone to: it stays where it is until the reader moves, however late what is around it comes. */
  #goal: Element | null = null

  constructor(scroller: HTMLElement, column: HTMLElement, onChange: (isAtEnd: boolean) => void) {
    this.#scroller = scroller
    this.#column = column
    this.#onChange = onChange
    this.#observer = new ResizeObserver(() => this.settle())
    this.#observer.observe(column)
    this.#observer.observe(scroller)
    const { signal } = this.#end
    scroller.addEventListener('scroll', () => this.#scrolled(), { signal, passive: true })
    // What the reader opens grows below the pointer; it is no reason to run to the end.
    for (const name of ['click', 'keydown'])
      scroller.addEventListener(name, ({ target }) => this.#hold(target), { signal, capture: true })
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
    const isFree = this.#goal?.isConnected !== true && performance.now() > this.#heldUntil
    if (this.#isAtEnd && isFree) scroller.scrollTop = scroller.scrollHeight
    else this.#putBack()
    this.#remember()
  }

  toEnd(): void {
    this.#isAtEnd = true
    this.#heldUntil = 0
    this.#goal = null
    this.settle()
  }

  /** Puts an element below the upper edge and holds it there. */
  goTo(element: Element, options: { readonly below?: number } = {}): void {
    const below = options.below ?? 16
    if (this.#isAtEnd) this.#onChange(false)
    this.#isAtEnd = false
    this.#goal = element
    let frames = 12
    const align = (): void => {
      if (this.#goal !== element || !element.isConnected || this.#end.signal.aborted) return
      const moved = this.#topOf(element) - below
      if (Math.abs(moved) >= 1) this.#scroller.scrollTop += moved
      this.#take(element)
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

  #scrolled(): void {
    // The echo of a correction: the reader is where they were.
    if (Math.abs(this.#scroller.scrollTop - this.#scrollTop) < 1) return this.settle()
    this.#goal = null
    if (!this.#isAtEnd) this.#putBack()
    this.#remember()
  }

  #hold(target: EventTarget | null): void {
    this.#heldUntil = performance.now() + HOLD_MS
    this.#goal = null
    const pressed = target instanceof Element ? target.closest('[data-at], [data-turn]') : null
    if (pressed !== null) this.#take(pressed)
  }

  #putBack(): void {
    if (this.#anchor?.element.isConnected !== true) return
    const byReader = this.#scroller.scrollTop - this.#scrollTop
    const moved = this.#topOf(this.#anchor.element) - (this.#anchor.top - byReader)
    if (Math.abs(moved) >= 1) this.#scroller.scrollTop += moved
  }

  #remember(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller
    const isHeld = performance.now() <= this.#heldUntil && this.#anchor?.element.isConnected === true
    const goal = this.#goal?.isConnected === true ? this.#goal : null
    this.#take(goal ?? (isHeld ? (this.#anchor?.element ?? null) : this.#firstWhole()))
    const isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END
    if (isAtEnd === this.#isAtEnd) return
    this.#isAtEnd = isAtEnd
    this.#onChange(isAtEnd)
  }

  #take(element: Element | null): void {
    this.#anchor = element === null ? null : { element, top: this.#topOf(element) }
    this.#scrollTop = this.#scroller.scrollTop
  }

  /**
   * The first turn that begins on the screen, or step where a turn is longer than it. What only reaches into the screen may
   * have been drawn just now, and then takes its true height: below it everything would move.
   */
  #firstWhole(): Element | null {
    const turn = this.firstVisible()
    if (turn === null) return null
    const begins = (one: Element): boolean => {
      const top = this.#topOf(one)
      return top >= 0 && top < this.#scroller.clientHeight
    }
    const steps = [...turn.querySelectorAll('[data-at]')]
    const next = turn.nextElementSibling
    return (
      [turn, ...steps, ...(next === null ? [] : [next])].find(begins) ??
      steps.find((one) => this.#bottomOf(one) > 1) ??
      turn
    )
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
