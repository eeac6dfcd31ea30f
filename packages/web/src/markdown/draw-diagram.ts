/**
 * Draws mermaid source in one hidden frame without rights (`mermaid.html`), which is told the source and answers with
 * the SVG as text. A frame that does not answer is thrown away.
 */
export function drawDiagram(code: string): Promise<string> {
  if (code.length > MOST_SIGNS) return Promise.reject(new Error('it is too large'))
  const chosen = document.documentElement.dataset.theme
  const isDark = chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
  const theme = isDark ? 'dark' : 'default'
  const drawn = queue.then(() => ask({ code, theme }))
  queue = drawn.catch(() => undefined)
  return drawn
}

/** One at a time. */
let queue: Promise<unknown> = Promise.resolve()
let frame: HTMLIFrameElement | null = null

function ask(question: { code: string; theme: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const from = frame ?? openFrame()
    const isNew = frame === null
    frame = from
    const timer = setTimeout(() => {
      from.remove()
      frame = null
      end()
      reject(new Error('it took too long'))
    }, MOST_MS)
    const onMessage = (event: MessageEvent<unknown>): void => {
      if (event.source !== from.contentWindow) return
      const answer = event.data as { ready?: unknown; svg?: unknown; error?: unknown } | null
      if (answer?.ready === true) from.contentWindow?.postMessage(question, '*')
      else if (typeof answer?.svg === 'string') {
        end()
        resolve(answer.svg)
      } else {
        end()
        reject(new Error(typeof answer?.error === 'string' ? answer.error.slice(0, 300) : 'no answer'))
      }
    }
    const end = (): void => {
      clearTimeout(timer)
      removeEventListener('message', onMessage)
    }
    addEventListener('message', onMessage)
    if (!isNew) from.contentWindow?.postMessage(question, '*')
  })
}

function openFrame(): HTMLIFrameElement {
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts')
  element.setAttribute('aria-hidden', 'true')
  element.tabIndex = -1
  element.className = 'md-diagram-frame'
  element.src = new URL('mermaid.html', document.baseURI).href
  document.body.append(element)
  return element
}

const MOST_SIGNS = 20_000
const MOST_MS = 20_000
