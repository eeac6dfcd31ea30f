import type { FunctionComponent } from 'react'
import { createContext } from 'react'

/** The transcript of a sub-agent inside that of its parent. Handed down, since a card is part of a transcript itself. */
export const NestedContext = createContext<FunctionComponent<{ readonly agent: string }> | null>(null)
