import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactElement } from 'react'
import type { Device, Pairing, PairedScope } from '@skein/server'
import { api } from '../api/client.ts'
import { devicesQuery, keys, meQuery } from '../api/queries.ts'
import { Ago } from '../format/time.tsx'
import { age } from '../format/relative-time.ts'
import { useNow } from '../format/now.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import css from './settings-page.module.css'

/** Browsers and phones that may look in. */
export function Devices(): ReactElement {
  const queries = useQueryClient()
  const me = useQuery(meQuery)
  const devices = useQuery(devicesQuery)
  const [pairing, setPairing] = useState(false)
  const revoke = useMutation({
    mutationFn: (device: string) => api('DELETE /api/devices/:device', { params: { device } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.devices }),
  })
  if (devices.isPending) return <Skeleton lines={4} label="Loading devices" />
  if (devices.isError) return <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />
  const canWrite = me.data?.scope === 'all'
  return (
    <>
      <ul className={css.devices}>
        {devices.data.devices.map((device) => (
          <Row
            key={device.id}
            device={device}
            onRevoke={canWrite ? () => revoke.mutate(device.id) : undefined}
          />
        ))}
      </ul>
      {revoke.isError && (
        <p className={css.problem} role="alert">
          {revoke.error.message}
        </p>
      )}
      {canWrite && (
        <Button icon="plus" onClick={() => setPairing(true)}>
          Pair a device
        </Button>
      )}
      {pairing && <PairDialog onClose={() => setPairing(false)} />}
    </>
  )
}

function Row({
  device,
  onRevoke,
}: {
  readonly device: Device
  readonly onRevoke?: () => void
}): ReactElement {
  const [sure, setSure] = useState(false)
  return (
    <li className={css.device}>
      <span className={css.deviceName}>
        <strong>{device.name}</strong>
        {device.current && <Chip tone="accent">This one</Chip>}
        {device.scope === 'read' && <Chip>Reads only</Chip>}
      </span>
      <span className={css.deviceSeen}>
        {device.lastSeen === null ? 'Never used' : 'Used '}
        <Ago time={device.lastSeen} />
      </span>
      {onRevoke &&
        (sure ? (
          <Button look="bad" onClick={onRevoke} onBlur={() => setSure(false)} autoFocus>
            {device.current ? 'Sign out here' : 'Really revoke'}
          </Button>
        ) : (
          <Button look="quiet" onClick={() => setSure(true)}>
            {device.current ? 'Sign out' : 'Revoke'}
          </Button>
        ))}
    </li>
  )
}

function PairDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const queries = useQueryClient()
  const [name, setName] = useState('Phone')
  const [scope, setScope] = useState<PairedScope>('all')
  const pair = useMutation({
    mutationFn: () => api('POST /api/pairings', { body: { name, scope } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.devices }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    pair.mutate()
  }
  if (pair.data) return <PairLink pairing={pair.data} onClose={onClose} />
  return (
    <Dialog title="Pair a device" onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        <label className={css.label}>
          Name
          <input
            className={css.field}
            required
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label className={css.check}>
          <input
            type="checkbox"
            checked={scope === 'read'}
            onChange={(event) => setScope(event.target.checked ? 'read' : 'all')}
          />
          May only read
        </label>
        {pair.isError && (
          <p className={css.problem} role="alert">
            {pair.error.message}
          </p>
        )}
        <Button type="submit" look="primary" busy={pair.isPending}>
          Make a link
        </Button>
      </form>
    </Dialog>
  )
}

function PairLink({
  pairing,
  onClose,
}: {
  readonly pairing: Pairing
  readonly onClose: () => void
}): ReactElement {
  const now = useNow()
  const [copied, setCopied] = useState(false)
  const left = pairing.expires - now
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(pairing.url)
    setCopied(true)
  }
  return (
    <Dialog
      title="Open this on the other device"
      onClose={onClose}
      footer={
        <Button look="primary" icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy the link'}
        </Button>
      }
    >
      <p className={css.link}>{pairing.url}</p>
      <p className={css.hint}>
        {left > 0
          ? `It works once, and for another ${age(left)}.`
          : 'It has expired. Close this and make a new one.'}{' '}
        For a code to scan, run <code>skein pair</code> in a terminal.
      </p>
    </Dialog>
  )
}
