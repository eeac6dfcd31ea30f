import type { ReactElement } from 'react'
import { useEffect, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon.tsx'

export interface CopyButtonProps {
  /** Made when it is asked for, where it is not at hand. */
  readonly text: string | (() => string | Promise<string>)
  readonly label: string
  /** Words on the button; without them it is a sign. */
  readonly words?: string
  readonly icon?: IconName
}

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label, words, icon }: CopyButtonProps): ReactElement {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 1500)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
      setState('copied')
    } catch {
      // No clipboard without a secure context or the user's leave.
      setState('failed')
    }
  }
  const said = state === 'copied' ? 'Copied' : state === 'failed' ? 'Not copied' : label
  return (
    <button
      type="button"
      className="quiet-button copy-button"
      aria-label={said}
      title={said}
      onClick={() => void copy()}
    >
      <Icon name={state === 'copied' ? 'check' : state === 'failed' ? 'error' : (icon ?? 'copy')} size={12} />
      {words}
    </button>
  )
}
