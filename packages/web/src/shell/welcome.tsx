import type { ReactElement } from 'react'
import { Keys } from '../ui/keys.tsx'
import { Logo } from './logo.tsx'
import css from './welcome.module.css'

/** Beside the list while nothing is chosen. */
export function Welcome(): ReactElement {
  return (
    <div className={css.welcome}>
      <Logo size={56} />
      <h1 className={css.title}>Choose a session</h1>
      <dl className={css.keys}>
        {KEYS.map(([keys, what]) => (
          <div key={what} className={css.pair}>
            <dt>
              {keys.map((one) => (
                <Keys key={one} keys={one} />
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const KEYS: readonly (readonly [readonly string[], string])[] = [
  [['j', 'k'], 'next session, the one before'],
  [['Enter'], 'open it'],
  [['/'], 'search in everything that was said'],
  [['?'], 'all keys'],
]
