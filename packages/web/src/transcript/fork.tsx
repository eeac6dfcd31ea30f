import type { ForkView } from '@skein/view'
import type { ReactElement } from 'react'
import { use } from 'react'
import { BranchesContext } from './branches-shown.ts'
import { ForkPager } from './fork-pager.tsx'

/** Where the conversation went several ways: the way to the others, and the others themselves where they are wanted. */
export function Fork({ fork, turn }: { readonly fork: ForkView; readonly turn: number }): ReactElement {
  const shown = use(BranchesContext)
  return (
    <>
      <ForkPager fork={fork} />
      {shown !== null &&
        fork.tips.map((tip) => tip !== null && <shown.Branch key={tip} tip={tip} fork={fork} turn={turn} />)}
    </>
  )
}
