import type { ReactElement, ReactNode } from 'react'
import { useEffect, useState } from 'react'
import type { Formula } from './math.ts'

/** A formula; its source until KaTeX has been loaded, and where that does not understand it. */
export function MathView({ formula }: { readonly formula: Formula }): ReactElement {
  const [drawn, setDrawn] = useState<ReactNode>(null)
  const { tex, display } = formula
  useEffect(() => {
    let wanted = true
    import('./math-elements.ts').then(
      ({ mathElements }) => wanted && setDrawn(mathElements({ tex, display })),
      // Without the chunk the source stays.
      () => setDrawn(null),
    )
    return () => {
      wanted = false
    }
  }, [tex, display])
  const className = display ? 'md-math md-display' : 'md-math'
  return (
    <span className={className} title={tex}>
      {drawn ?? <code>{tex}</code>}
    </span>
  )
}
