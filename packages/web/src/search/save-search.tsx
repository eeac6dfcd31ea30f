import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactElement } from 'react'
import { api } from '../api/client.ts'
import { keys, meQuery, searchesQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './search-page.module.css'

/** Keeps a search under a name, or forgets it again. */
export function SaveSearch({ q }: { readonly q: string }): ReactElement | null {
  const queries = useQueryClient()
  const me = useQuery(meQuery)
  const searches = useQuery(searchesQuery)
  const [naming, setNaming] = useState(false)
  const known = searches.data?.searches.find(({ query }) => query === q)
  const remove = useMutation({
    mutationFn: (name: string) => api('DELETE /api/searches/:name', { params: { name } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.searches }),
  })
  if (me.data?.scope !== 'all' || q.trim() === '') return null
  if (known)
    return (
      <Button look="quiet" icon="trash" busy={remove.isPending} onClick={() => remove.mutate(known.name)}>
        Forget “{known.name}”
      </Button>
    )
  return (
    <>
      <Button look="quiet" icon="bookmark" onClick={() => setNaming(true)}>
        Save
      </Button>
      {naming && <NameDialog q={q} onClose={() => setNaming(false)} />}
    </>
  )
}

function NameDialog({ q, onClose }: { readonly q: string; readonly onClose: () => void }): ReactElement {
  const id = useId()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const save = useMutation({
    mutationFn: () => api('PUT /api/searches/:name', { params: { name: name.trim() }, body: { query: q } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.searches })
      onClose()
    },
  })
  const isName = /^[\w-]{1,64}$/.test(name.trim())
  return (
    <Dialog
      title="Save this search"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={id} busy={save.isPending} disabled={!isName}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isName) save.mutate()
        }}
      >
        <code className={css.saved}>{q}</code>
        <label className={css.label}>
          Name
          <input
            data-focus=""
            className={css.name}
            value={name}
            maxLength={64}
            autoComplete="off"
            aria-describedby={`${id}-hint`}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <p id={`${id}-hint`} className={css.hint}>
          Letters, digits, <code>-</code> and <code>_</code>. In a query,{' '}
          <code>@{name.trim() || 'name'}</code> stands for it.
        </p>
        {save.error && (
          <p className={css.bad} role="alert">
            {save.error.message}
          </p>
        )}
      </form>
    </Dialog>
  )
}
