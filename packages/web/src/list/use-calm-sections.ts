import { useRef, useState } from 'react'
import { heldSections, type Section } from './sections.ts'

/**
 * Live changes do not move rows from under a pointer: while it is over the list the order is held, and when it leaves
 * the list becomes what it should be. `of` names the list; another one is shown as it is.
 */
export function useCalmSections(
  next: readonly Section[],
  of: string,
): {
  readonly sections: readonly Section[]
  readonly handlers: {
    readonly onPointerEnter: (event: { readonly pointerType: string }) => void
    readonly onPointerLeave: () => void
  }
} {
  const [held, setHeld] = useState(false)
  const shown = useRef<{ readonly of: string; readonly sections: readonly Section[] }>({ of, sections: next })
  const sections = held && shown.current.of === of ? heldSections(shown.current.sections, next) : next
  shown.current = { of, sections }
  return {
    sections,
    handlers: {
      onPointerEnter: (event) => event.pointerType === 'mouse' && setHeld(true),
      onPointerLeave: () => setHeld(false),
    },
  }
}
