import { useQueries } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { use, useState } from 'react'
import { CodeLines } from '../code/code-block.tsx'
import { CopyButton } from '../code/copy-button.tsx'
import { MayReveal } from '../markdown/may-reveal.ts'
import { Skeleton } from '../ui/states.tsx'
import { fetchEntry, useSource } from './source.ts'
import css from './transcript.module.css'

/** Entries as they stand in the file, indented. */
export function RawEntries({ keys }: { readonly keys: readonly number[] }): ReactElement {
  const source = useSource()
  const mayReveal = use(MayReveal)
  const [reveal, setReveal] = useState(false)
  const entries = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['entry', source.session, source.agent, key, reveal],
      queryFn: () => fetchEntry(source, key, reveal),
      gcTime: 60_000,
    })),
  })
  return (
    <div className={css.rawEntries}>
      {entries.map(({ data, error }, i) => {
        if (error !== null) return <p key={keys[i]}>{error.message}</p>
        if (data === undefined) return <Skeleton key={keys[i]} lines={4} />
        return (
          <figure key={keys[i]} className="code-block">
            <figcaption>
              <span>
                line {data.line} · {data.type} · byte {data.key}
                {data.cut ? ' · cut' : ''}
              </span>
              <CopyButton text={data.json} label="Copy entry" />
            </figcaption>
            <CodeLines text={indented(data.json)} language="json" most={80} />
          </figure>
        )
      })}
      {mayReveal && !reveal && entries.some(({ data }) => data?.json.includes('[redacted:')) && (
        <button type="button" className="quiet-button" onClick={() => setReveal(true)}>
          Reveal secrets
        </button>
      )}
    </div>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    // Cut, or not JSON to begin with: as it stands.
    return json
  }
}
