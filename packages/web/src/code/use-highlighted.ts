import { useEffect, useState } from 'react'
import type { Run } from './highlight.ts'
import { highlight, knownRuns } from './highlight.ts'

/** The lines of a text in colours; null while the worker thinks, and where it stays plain. */
export function useHighlighted(text: string, language: string | null): Run[][] | null {
  const known = language === null ? null : knownRuns(text, language)
  const [, setAnswered] = useState(0)
  useEffect(() => {
    if (language === null || known !== undefined) return
    let wanted = true
    void highlight(text, language).then(() => wanted && setAnswered((count) => count + 1))
    return () => {
      wanted = false
    }
  }, [text, language, known])
  return known ?? null
}
