import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionItem } from '@skein/view'
import { useId, useState, type ReactElement } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './edit.module.css'

interface NameProps {
  readonly item: SessionItem
  readonly onClose: () => void
}

/** Another title. */
export function RenameDialog({ item, onClose }: NameProps): ReactElement {
  const id = useId()
  const [title, setTitle] = useState(item.title)
  const save = useSave(item, onClose, () =>
    api('POST /api/sessions/:session/title', {
      params: { session: item.key },
      body: { title: title.trim() },
    }),
  )
  return (
    <Dialog title="Rename" onClose={onClose} footer={<Buttons form={id} save={save} onClose={onClose} />}>
      <form
        id={id}
        className={css.body}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <label className={css.label}>
          Title
          <input
            data-focus=""
            className={css.field}
            value={title}
            maxLength={200}
            autoComplete="off"
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTitle(event.target.value)}
          />
          <span className={css.hint}>Without one, the session is called what it began with.</span>
        </label>
        {save.isError && (
          <p className={css.bad} role="alert">
            {save.error.message}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** A word to find it by. Claude Code keeps one a session. */
export function TagDialog({ item, onClose }: NameProps): ReactElement {
  const id = useId()
  const [tag, setTag] = useState(item.tags[0] ?? '')
  const save = useSave(item, onClose, () =>
    api('POST /api/sessions/:session/tags', {
      params: { session: item.key },
      body: { tags: tag.trim() === '' ? [] : [tag.trim()] },
    }),
  )
  return (
    <Dialog title="Tag" onClose={onClose} footer={<Buttons form={id} save={save} onClose={onClose} />}>
      <form
        id={id}
        className={css.body}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <label className={css.label}>
          Tag
          <input
            data-focus=""
            className={css.field}
            value={tag}
            maxLength={100}
            autoComplete="off"
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTag(event.target.value)}
          />
          <span className={css.hint}>A session has one tag; empty takes it away.</span>
        </label>
        {save.isError && (
          <p className={css.bad} role="alert">
            {save.error.message}
          </p>
        )}
      </form>
    </Dialog>
  )
}

function useSave(item: SessionItem, onClose: () => void, save: () => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: keys.session(item.key) }),
        queries.invalidateQueries({ queryKey: keys.sessions }),
      ])
      onClose()
    },
  })
}

function Buttons({
  form,
  save,
  onClose,
}: {
  readonly form: string
  readonly save: { readonly isPending: boolean }
  readonly onClose: () => void
}): ReactElement {
  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" type="submit" form={form} busy={save.isPending}>
        Save
      </Button>
    </>
  )
}
