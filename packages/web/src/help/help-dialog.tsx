import type { ReactElement } from 'react'
import { inForce, useShortcuts, type Shortcut } from '../keyboard/shortcuts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Keys } from '../ui/keys.tsx'
import css from './help-dialog.module.css'

/** Every key that does something here and now. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const shortcuts = inForce(useShortcuts())
  return (
    <Dialog title="Keyboard" onClose={onClose} wide>
      <div className={css.groups}>
        {GROUPS.map((group) => (
          <Group key={group} group={group} shortcuts={shortcuts.filter((one) => one.group === group)} />
        ))}
      </div>
    </Dialog>
  )
}

function Group({
  group,
  shortcuts,
}: {
  readonly group: Shortcut['group']
  readonly shortcuts: readonly Shortcut[]
}): ReactElement | null {
  if (shortcuts.length === 0) return null
  return (
    <section>
      <h3 className={css.heading}>{group}</h3>
      <dl className={css.keys}>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys} className={css.pair}>
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const GROUPS: readonly Shortcut['group'][] = ['Anywhere', 'Sessions', 'Transcript', 'Panels']
