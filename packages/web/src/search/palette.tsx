import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { Keys } from '../ui/keys.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { complete, type Completion } from './complete.ts'
import { usePaletteItems, type PaletteItem } from './palette-items.tsx'
import css from './palette.module.css'
import { FilterChips, Problem, useCompletions } from './query-field.tsx'
import { useSearch } from './use-search.ts'

/** Go to any session, and search all of them. Opened by ⌘K and `/`. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactElement {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [caret, setCaret] = useState(0)
  // By key: what comes in above it later does not put another under the finger that is about to press Enter.
  const [active, setActive] = useState<string | null>(null)
  const search = useSearch(typed.startsWith('>') ? '' : typed, { limit: 20 })
  const completions = useCompletions(typed, caret)
  const offered = completionItems(completions, (completion) => {
    const next = complete(typed, completion)
    type(next.text, next.caret)
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret))
  })
  const found = usePaletteItems(typed, search)
  const hitsFrom = found.findIndex(({ key }) => key.startsWith('hit '))
  const items = found.toSpliced(hitsFrom < 0 ? found.length : hitsFrom, 0, ...offered.slice(0, 5))
  const held = items.findIndex(({ key }) => key === active)
  const chosen = held < 0 && items.length > 0 ? 0 : held

  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    input.current?.focus()
    return () => element?.close()
  }, [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function type(text: string, at = text.length): void {
    setTyped(text)
    setCaret(at)
    setActive(null)
    list.current?.scrollTo({ top: 0 })
  }
  const run = (item: PaletteItem): void => {
    if (!item.key.startsWith('complete ')) onClose()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    // A search field would only be emptied.
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
      return
    }
    if (event.key === 'Tab' && !event.shiftKey && offered.length > 0) {
      event.preventDefault()
      offered[0].run()
      return
    }
    const last = items.length - 1
    const to = {
      ArrowDown: chosen >= last ? 0 : chosen + 1,
      ArrowUp: chosen <= 0 ? last : chosen - 1,
      PageDown: Math.min(last, chosen + 8),
      PageUp: Math.max(0, chosen - 8),
    }[event.key]
    if (to !== undefined) setActive(items[to]?.key ?? null)
    else if (event.key === 'Enter' && items[chosen]) run(items[chosen])
    else return
    event.preventDefault()
  }
  const problem = search.busy ? null : (search.found?.problem ?? null)
  return (
    <dialog
      ref={dialog}
      className={css.palette}
      aria-label="Go to a session, search, do something"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={css.box}>
        <div className={css.head}>
          {search.busy ? <Spinner /> : <Icon name="search" />}
          <input
            ref={input}
            className={css.input}
            type="search"
            role="combobox"
            aria-label="Session, command, or words of any session"
            aria-expanded
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
            placeholder="Sessions, commands, any words"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            value={typed}
            onChange={(event) => type(event.target.value, event.target.selectionStart ?? undefined)}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
            onKeyDown={onKeyDown}
          />
          <span className={css.close}>
            <IconButton icon="close" label="Close" onClick={onClose} />
          </span>
        </div>
        <div className={css.under}>
          {problem && <Problem query={typed} problem={problem} />}
          <FilterChips
            value={typed}
            filters={search.found?.q === typed.trim() ? search.found.filters : []}
            onChange={(text) => type(text)}
          />
        </div>
        <div ref={list} id={`${id}-list`} role="listbox" aria-label="Found" className={css.list}>
          {items.map((item, at) => (
            <Line
              key={item.key}
              id={`${id}-${at}`}
              item={item}
              first={item.group !== items[at - 1]?.group}
              chosen={at === chosen}
              onPoint={() => setActive(item.key)}
              onRun={() => run(item)}
            />
          ))}
        </div>
        <Foot state={stateOf(typed, search.busy, search.found)} />
      </div>
    </dialog>
  )
}

function Line({
  id,
  item,
  first,
  chosen,
  onPoint,
  onRun,
}: {
  readonly id: string
  readonly item: PaletteItem
  readonly first: boolean
  readonly chosen: boolean
  readonly onPoint: () => void
  readonly onRun: () => void
}): ReactElement {
  return (
    <>
      {first && (
        <div className={css.group} role="presentation">
          {item.group}
        </div>
      )}
      <div
        id={id}
        role="option"
        aria-selected={chosen}
        className={classes(css.line, chosen && css.chosen)}
        onPointerMove={onPoint}
        onClick={onRun}
      >
        <Icon name={item.icon} />
        <span className={css.label}>{item.label}</span>
        {item.facts && <span className={css.facts}>{item.facts}</span>}
      </div>
    </>
  )
}

function Foot({ state }: { readonly state: string }): ReactElement {
  return (
    <footer className={css.foot}>
      <span role="status">{state}</span>
      <span className={css.keys} aria-hidden="true">
        <Keys keys="ArrowUp" />
        <Keys keys="ArrowDown" /> choose <Keys keys="Enter" /> open <kbd>&gt;</kbd> commands
      </span>
    </footer>
  )
}

function stateOf(typed: string, busy: boolean, found: ReturnType<typeof useSearch>['found']): string {
  if (typed.trim() === '' || typed.startsWith('>')) return ''
  if (busy) return 'Searching …'
  if (found === null || found.problem) return ''
  if (found.hits.length === 0) return 'Nothing found in any session'
  return found.partial ? 'Not everything was read: it took too long' : ''
}

function completionItems(
  completions: readonly Completion[],
  take: (completion: Completion) => void,
): PaletteItem[] {
  return completions.map((completion) => ({
    key: `complete ${completion.text}`,
    group: 'Filters',
    icon: 'plus',
    label: <code>{completion.text.trim()}</code>,
    facts: completion.help,
    run: () => take(completion),
  }))
}
