import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionItem } from '@skein/view'
import { useId, useState, type ReactElement } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { ActionChip } from '../ui/chip.tsx'
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
            autoFocus
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

/** Words to find it by. */
export function TagsDialog({ item, onClose }: NameProps): ReactElement {
  const id = useId()
  const [tags, setTags] = useState<readonly string[]>(item.tags)
  const [typed, setTyped] = useState('')
  const all = typed.trim() === '' ? tags : [...new Set([...tags, typed.trim()])]
  const save = useSave(item, onClose, () =>
    api('POST /api/sessions/:session/tags', { params: { session: item.key }, body: { tags: all } }),
  )
  const add = (): void => {
    setTags(all)
    setTyped('')
  }
  return (
    <Dialog title="Tags" onClose={onClose} footer={<Buttons form={id} save={save} onClose={onClose} />}>
      <form
        id={id}
        className={css.body}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <div className={css.tags} role="group" aria-label="Tags">
          {tags.length === 0 && <span className={css.hint}>None yet</span>}
          {tags.map((tag) => (
            <ActionChip key={tag} label={tag} onRemove={() => setTags(tags.filter((one) => one !== tag))}>
              {tag}
            </ActionChip>
          ))}
        </div>
        <label className={css.label}>
          Another one
          <input
            autoFocus
            className={css.field}
            value={typed}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== ',' && (event.key !== 'Enter' || typed.trim() === '')) return
              event.preventDefault()
              add()
            }}
          />
          <span className={css.hint}>Enter takes it, Enter once more saves.</span>
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
