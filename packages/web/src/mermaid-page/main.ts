import mermaid from 'mermaid'
import { inertSource, restoredDrawing, restoredText } from './inert-text.ts'

/*
 * The page that draws diagrams. It stands in a frame without rights (`sandbox="allow-scripts"`): no origin, no cookie, no
 * storage, no network. It is told source and answers with SVG as text, which its parent shows as a picture.
 */

interface Question {
  readonly code: string
  readonly theme: 'default' | 'dark'
}

let count = 0

addEventListener('message', ({ data, source }: MessageEvent<Question>) => {
  if (source !== parent) return
  void draw(data).then((answer) => parent.postMessage(answer, '*'))
})
parent.postMessage({ ready: true }, '*')

async function draw({ code, theme }: Question): Promise<{ svg: string } | { error: string }> {
  try {
    mermaid.initialize({
      startOnLoad: false,
      theme,
      // A line that runs behind its label must not be read as a strike through it.
      themeVariables: { edgeLabelBackground: theme === 'dark' ? '#141518' : '#ffffff' },
      themeCSS: '.edgeLabel rect { opacity: 1 }',
      securityLevel: 'strict',
      htmlLabels: false,
      layout: 'dagre',
      suppressErrorRendering: true,
      maxTextSize: 20_000,
      maxEdges: 300,
      fontFamily: 'system-ui, sans-serif',
      secure: KEPT,
    })
    const { svg } = await mermaid.render(`diagram-${++count}`, inertSource(code))
    return { svg: withOwnSize(restoredDrawing(svg)) }
  } catch (error) {
    return { error: restoredText(error instanceof Error ? error.message : String(error)) }
  }
}

/** The settings that a diagram cannot change in its own source: mermaid's own list, and how labels are drawn. */
const KEPT = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'suppressErrorRendering',
  'maxEdges',
  'htmlLabels',
]

/** Mermaid asks for all the width there is; a picture is as large as it was drawn. */
function withOwnSize(svg: string): string {
  const { documentElement: root } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  const [, , width, height] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  if (!(width > 0 && height > 0)) return svg
  root.setAttribute('width', String(Math.ceil(width)))
  root.setAttribute('height', String(Math.ceil(height)))
  return new XMLSerializer().serializeToString(root)
}
