import type { BranchView } from '@skein/view'
import type { FunctionComponent } from 'react'
import { createContext } from 'react'
import type { Leaving } from './branch-part.ts'

export interface BranchesShown {
  /** What is known of those that leave the line. */
  readonly known: readonly BranchView[]
  /** Handed down, since a branch has turns with forks itself. */
  readonly Branch: FunctionComponent<Leaving>
}

/** Branches at their forks; null where they are left out. */
export const BranchesContext = createContext<BranchesShown | null>(null)
