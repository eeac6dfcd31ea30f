import type { Frame, Page } from 'playwright-core'

/** The frame that draws diagrams, opened as the app opens it, with an eye on every text that is parsed in it. */
export class Drawer {
  readonly #page: Page
  readonly #frame: Frame

  private constructor(page: Page, frame: Frame) {
    this.#page = page
    this.#frame = frame
  }

  static async open(page: Page): Promise<Drawer> {
    await page.addInitScript(WATCH_PARSERS)
    await page.evaluate(OPEN)
    const frame = page.frames().find((one) => one.url().endsWith('/mermaid.html'))
    if (frame === undefined) throw new Error('the frame that draws diagrams did not open')
    return new Drawer(page, frame)
  }

  /** The text of the drawing without its spaces, since lines break; or the reason why there is none. */
  async draw(code: string): Promise<string> {
    const answer: { svg?: string; error?: string } = await this.#page.evaluate(
      `draw(${JSON.stringify({ code, theme: 'default' })})`,
    )
    const text = (answer.svg ?? '').replaceAll(/<style>.*?<\/style>|<[^>]*>|\s+/gs, '')
    return answer.error ?? text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  }

  /** What has become an element in the frame since the last time, if only for a moment and outside the page. */
  async elements(): Promise<string[]> {
    return await this.#frame.evaluate('elementsOfTexts.splice(0)')
  }
}

const OPEN = `new Promise((resolve) => {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.src = new URL('mermaid.html', document.baseURI).href
  globalThis.draw = (question) =>
    new Promise((drawn) => {
      addEventListener('message', ({ data }) => drawn(data), { once: true })
      frame.contentWindow.postMessage(question, '*')
    })
  addEventListener('message', resolve, { once: true })
  document.body.append(frame)
}).then(() => undefined)`

/**
 * Every way from a text to elements goes through one of these. A text that would become an element of the class `evil`,
 * or one with a handler, is kept. What a browser itself makes of it, and says about it, does not matter.
 */
const WATCH_PARSERS = `(() => {
  globalThis.elementsOfTexts = []
  const { parseFromString } = DOMParser.prototype
  const look = (way, text, type = 'text/html') => {
    const parsed = parseFromString.call(new DOMParser(), String(text), type)
    for (const one of parsed.querySelectorAll('*'))
      if (one.matches('.evil') || [...one.attributes].some(({ name }) => name.startsWith('on')))
        elementsOfTexts.push(way + ': ' + one.outerHTML.slice(0, 200))
  }
  const watch = (owner, name) => {
    const known = Object.getOwnPropertyDescriptor(owner ?? {}, name)
    if (known === undefined) return
    if (known.set !== undefined)
      Object.defineProperty(owner, name, {
        ...known,
        set(text) {
          look(name, text)
          known.set.call(this, text)
        },
      })
    else
      owner[name] = function (...all) {
        if (name === 'parseFromString') look(name, ...all)
        else look(name, all.at(-1))
        return known.value.apply(this, all)
      }
  }
  for (const owner of [Element.prototype, ShadowRoot.prototype])
    for (const name of ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTML', 'setHTMLUnsafe']) watch(owner, name)
  watch(DOMParser.prototype, 'parseFromString')
  watch(Range.prototype, 'createContextualFragment')
  for (const name of ['write', 'writeln']) watch(Document.prototype, name)
  for (const name of ['parseHTML', 'parseHTMLUnsafe']) watch(Document, name)
  watch(globalThis.HTMLIFrameElement?.prototype, 'srcdoc')
})()`
