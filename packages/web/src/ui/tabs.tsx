import { useRef, type KeyboardEvent, type ReactElement } from 'react'
import { classes } from './classes.ts'
import css from './tabs.module.css'

export interface Tab<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly count?: number
}

/** One of a few. Give the panel `role="tabpanel"` and `id={tabPanelId(of, name)}`. */
export function Tabs<Name extends string>({
  of,
  label,
  tabs,
  current,
  onSelect,
}: {
  /** Makes the ids on the page: one word. */
  readonly of: string
  readonly label: string
  readonly tabs: readonly Tab<Name>[]
  readonly current: Name
  readonly onSelect: (name: Name) => void
}): ReactElement {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab.name === current)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const index = (to + tabs.length) % tabs.length
    onSelect(tabs[index].name)
    list.current?.querySelectorAll('button')[index]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={css.tabs} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          role="tab"
          id={`${of}-tab-${tab.name}`}
          aria-controls={tab.name === current ? tabPanelId(of, tab.name) : undefined}
          aria-selected={tab.name === current}
          tabIndex={tab.name === current ? 0 : -1}
          className={classes(css.tab, tab.name === current && css.current)}
          onClick={() => onSelect(tab.name)}
        >
          {tab.label}
          {tab.count !== undefined && <span className={css.count}>{tab.count}</span>}
        </button>
      ))}
    </div>
  )
}

export function tabPanelId(of: string, name: string): string {
  return `${of}-panel-${name}`
}
