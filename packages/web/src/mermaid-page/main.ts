import mermaid from 'mermaid'

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
      securityLevel: 'strict',
      htmlLabels: false,
      suppressErrorRendering: true,
      maxTextSize: 20_000,
      maxEdges: 300,
      fontFamily: 'system-ui, sans-serif',
    })
    const { svg } = await mermaid.render(`diagram-${++count}`, code)
    return { svg }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
