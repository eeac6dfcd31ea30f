import type { ReactElement } from 'react'
import { useEffect, useRef, useState } from 'react'
import { CodeBlock } from '../code/code-block.tsx'
import { drawDiagram } from './draw-diagram.ts'

/**
 * A mermaid diagram, drawn when it comes into sight. It is drawn in a page of its own without rights and shown as a
 * picture: what the agent wrote never becomes an element of this page.
 */
export function Diagram({ code }: { readonly code: string }): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const [picture, setPicture] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [asCode, setAsCode] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    let address: string | null = null
    let wanted = true
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      drawDiagram(code).then(
        (svg) => {
          if (!wanted) return
          address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
          setPicture(address)
        },
        (error: unknown) => wanted && setProblem(error instanceof Error ? error.message : String(error)),
      )
    })
    observer.observe(element)
    return () => {
      wanted = false
      observer.disconnect()
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [code])
  return (
    <div className="md-diagram" ref={place}>
      {picture !== null && !asCode ? (
        <div className="md-diagram-picture" tabIndex={0} role="region" aria-label="Diagram">
          <img src={picture} alt="Diagram" />
        </div>
      ) : (
        <CodeBlock text={code} language="mermaid" />
      )}
      {problem !== null && <p className="md-problem">The diagram could not be drawn: {problem}</p>}
      {picture !== null && (
        <button type="button" className="quiet-button" onClick={() => setAsCode(!asCode)}>
          {asCode ? 'Show diagram' : 'Show source'}
        </button>
      )}
    </div>
  )
}
