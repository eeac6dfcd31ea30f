import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactElement } from 'react'
import { api } from '../api/client.ts'
import { keys, sessionQuery } from '../api/queries.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { useChangeable } from './use-changeable.ts'
import css from './edit.module.css'

const ForkDialog = lazy(async () => ({ default: (await import('./fork-dialog.tsx')).ForkDialog }))
const TrimDialog = lazy(async () => ({ default: (await import('./trim-dialog.tsx')).TrimDialog }))
const CompressDialog = lazy(async () => ({ default: (await import('./compress-dialog.tsx')).CompressDialog }))
const RepairDialog = lazy(async () => ({ default: (await import('./repair-dialog.tsx')).RepairDialog }))
const RenameDialog = lazy(async () => ({ default: (await import('./name-dialogs.tsx')).RenameDialog }))
const TagDialog = lazy(async () => ({ default: (await import('./name-dialogs.tsx')).TagDialog }))
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))

type Open = 'clone' | 'trim' | 'compress' | 'repair' | 'rename' | 'tag' | 'export'

/** What can be done with a session: a menu in the head of its page. */
export function SessionActions({ session }: { readonly session: string }): ReactElement {
  const queries = useQueryClient()
  const { data: item } = useQuery(sessionQuery(session))
  const { reason } = useChangeable(session)
  const [open, setOpen] = useState<Open | null>(null)
  const [said, setSaid] = useState('')
  const isArchived = item?.place === 'archive'
  const keep = useMutation({
    mutationFn: () =>
      isArchived
        ? api('POST /api/sessions/:session/restore', { params: { session }, body: {} })
        : api('POST /api/sessions/:session/archive', { params: { session }, body: {} }),
    onSuccess: async () => {
      setSaid(isArchived ? 'Restored' : 'Archived')
      await Promise.all([
        queries.invalidateQueries({ queryKey: keys.session(session) }),
        queries.invalidateQueries({ queryKey: keys.sessions }),
      ])
    },
    onError: (error) => setSaid(error.message),
  })
  const copy = (text: string): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      // No clipboard without a secure context or the user's leave.
      () => setSaid('The browser does not let this page copy'),
    )
  }
  const close = (): void => setOpen(null)
  const change = (label: string, icon: MenuItem['icon'], onSelect: () => void): MenuItem => ({
    label,
    icon,
    onSelect,
    disabled: reason !== null,
  })
  const resume = item && /^[\w-]{1,80}$/.test(item.id) ? `claude --resume ${item.id}` : null
  const items: (MenuItem | null)[] = [
    ...(resume === null
      ? []
      : [{ label: 'Copy resume command', icon: 'terminal', onSelect: () => copy(resume) } as const]),
    { label: 'Copy link', icon: 'link', onSelect: () => copy(window.location.href) },
    { label: 'Export …', icon: 'download', onSelect: () => setOpen('export') },
    null,
    // Why nothing below can be chosen.
    ...(reason === null
      ? []
      : [{ label: reason, icon: 'info', disabled: true, onSelect: () => undefined } as const]),
    change('Rename …', 'edit', () => setOpen('rename')),
    change('Tag …', 'bookmark', () => setOpen('tag')),
    change(isArchived ? 'Restore' : 'Archive', 'archive', () => keep.mutate()),
    null,
    change('Copy the session …', 'copy', () => setOpen('clone')),
    change('Trim …', 'diff', () => setOpen('trim')),
    change('Compress …', 'archive', () => setOpen('compress')),
    change('Repair …', 'settings', () => setOpen('repair')),
  ]
  return (
    <>
      <span className={css.said} role="status" key={said}>
        {said}
      </span>
      <Menu label="Session" items={items} />
      <Suspense fallback={null}>
        {open === 'clone' && <ForkDialog session={session} entry={null} onClose={close} />}
        {open === 'trim' && <TrimDialog session={session} onClose={close} />}
        {open === 'compress' && <CompressDialog session={session} onClose={close} />}
        {open === 'repair' && <RepairDialog session={session} onClose={close} />}
        {open === 'rename' && item && <RenameDialog item={item} onClose={close} />}
        {open === 'tag' && item && <TagDialog item={item} onClose={close} />}
        {open === 'export' && <ExportDialog session={session} onClose={close} />}
      </Suspense>
    </>
  )
}
