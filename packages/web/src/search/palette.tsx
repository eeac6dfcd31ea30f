import type { ReactElement } from 'react'
import { Dialog } from '../ui/dialog.tsx'

/** Go to any session, and search all of them. Opened by ⌘K and `/`. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Dialog title="Search" onClose={onClose}>
      …
    </Dialog>
  )
}
