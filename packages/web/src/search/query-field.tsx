import { useInfiniteQuery } from '@tanstack/react-query'
import type { SearchPage } from '@skein/server'
import { useId, useMemo, useState, type KeyboardEvent, type ReactElement, type Ref } from 'react'
import { projectsQuery } from '../api/queries.ts'
import { ActionChip } from '../ui/chip.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { complete, completionsAt, type Completion } from './complete.ts'
import css from './query-field.module.css'
import { chipsOf, without } from './query-text.ts'

/** Names that a query can be narrowed by. */
export function useCompletions(text: string, caret: number): Completion[] {
  const projects = useInfiniteQuery(projectsQuery())
  return useMemo(() => {
    const known = projects.data?.pages.flatMap((page) => page.items.map(({ cwd }) => cwd)) ?? []
    return completionsAt(text, caret, { projects: known })
  }, [text, caret, projects.data])
}

/** Where a query is typed: completes names of filters, says what is wrong and where, and has its filters as chips. */
export function QueryField({
  value,
  onChange,
  onSubmit,
  busy,
  problem,
  filters,
  inputRef,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit: () => void
  readonly busy: boolean
  readonly problem: SearchPage['problem']
  readonly filters: SearchPage['filters']
  readonly inputRef: Ref<HTMLInputElement>
}): ReactElement {
  const id = useId()
  const [caret, setCaret] = useState(value.length)
  const [focused, setFocused] = useState(false)
  const [closed, setClosed] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const all = useCompletions(value, caret)
  const offered = focused && closed !== value ? all : []
  const chosen = Math.min(active, offered.length - 1)

  const take = (completion: Completion, input: HTMLInputElement): void => {
    const next = complete(value, completion)
    onChange(next.text)
    setActive(-1)
    setCaret(next.caret)
    // The caret goes where it belongs once the new text stands there.
    requestAnimationFrame(() => {
      input.focus()
      input.setSelectionRange(next.caret, next.caret)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (offered.length === 0) return
      event.preventDefault()
      setActive(
        event.key === 'ArrowDown' ? Math.min(chosen + 1, offered.length - 1) : Math.max(chosen - 1, -1),
      )
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen >= 0) take(offered[chosen], event.currentTarget)
      else onSubmit()
    } else if (event.key === 'Tab' && chosen >= 0) {
      event.preventDefault()
      take(offered[chosen], event.currentTarget)
    } else if (event.key === 'Escape' && offered.length > 0) {
      event.preventDefault()
      event.stopPropagation()
      setClosed(value)
    }
  }
  return (
    <div className={css.field}>
      <div className={css.box}>
        {busy ? <Spinner /> : <Icon name="search" />}
        <input
          ref={inputRef}
          className={css.input}
          type="search"
          role="combobox"
          aria-label="Search all sessions"
          aria-expanded={offered.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          placeholder="Search all sessions: words, “phrases”, tool:Bash, is:error …"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={value}
          onChange={(event) => {
            onChange(event.target.value)
            setCaret(event.target.selectionStart ?? event.target.value.length)
            setActive(-1)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? value.length)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label="Filters"
        className={css.offers}
        hidden={offered.length === 0}
      >
        {offered.map((one, at) => (
          <li
            key={one.text}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === chosen}
            className={classes(css.offer, at === chosen && css.chosen)}
            // Before the field loses the focus.
            onPointerDown={(event) => {
              event.preventDefault()
              const input = event.currentTarget.closest(`.${css.field}`)?.querySelector('input')
              if (input) take(one, input)
            }}
          >
            <code>{one.text.trim()}</code>
            <span>{one.help}</span>
          </li>
        ))}
      </ul>
      {problem && <Problem id={`${id}-problem`} query={value} problem={problem} />}
      <FilterChips value={value} filters={problem === null ? filters : []} onChange={onChange} />
    </div>
  )
}

/** The filters of a query, each of which can be taken away. */
export function FilterChips({
  value,
  filters,
  onChange,
}: {
  readonly value: string
  readonly filters: SearchPage['filters']
  readonly onChange: (value: string) => void
}): ReactElement | null {
  const chips = useMemo(() => chipsOf(value, filters).slice(0, 24), [value, filters])
  if (chips.length === 0) return null
  return (
    <div className={css.chips} role="group" aria-label="Filters">
      {chips.map(({ name, value: of, not, token }, at) => (
        <ActionChip
          key={`${name} ${of} ${at}`}
          tone="accent"
          label={`${not ? 'not ' : ''}${name} ${of}`}
          onRemove={token === null ? undefined : () => onChange(without(value, token))}
        >
          {not && 'not '}
          {name}: {of}
        </ActionChip>
      ))}
    </div>
  )
}

/** The query once more, with the place marked where it cannot be read. */
export function Problem({
  id,
  query,
  problem: { message, start, end },
}: {
  readonly id?: string
  readonly query: string
  readonly problem: NonNullable<SearchPage['problem']>
}): ReactElement {
  return (
    <p id={id} className={css.problem} role="status">
      {start < query.length && (
        <code className={css.quoted}>
          {query.slice(Math.max(0, start - 40), start)}
          <span className={css.wrong}>{query.slice(start, Math.max(end, start + 1))}</span>
          {query.slice(Math.max(end, start + 1), Math.max(end, start + 1) + 40)}
        </code>
      )}
      <span>{message}</span>
    </p>
  )
}
