import { inertLine } from '@skein/view'
import type { ReactElement } from 'react'
import { PlainText } from '../markdown/plain-text.tsx'
import { Output } from './output.tsx'
import type { ToolProps } from './fields.ts'
import { fieldsOf, listOf, textOf } from './fields.ts'
import css from './tools.module.css'

/** A list of things to do, or a change of one of them. */
export function TodoTool({ step }: ToolProps): ReactElement {
  const fields = fieldsOf(step.input)
  const todos = listOf(fields.todos).map(fieldsOf)
  const items =
    todos.length > 0 ? todos : textOf(fields.subject) !== '' || fields.status !== undefined ? [fields] : []
  return (
    <>
      <ul className={css.todos}>
        {items.slice(0, 200).map((todo, i) => {
          const state = textOf(todo.status) || 'pending'
          return (
            <li key={i} data-state={state}>
              <span
                className={css.box}
                role="img"
                aria-label={inertLine(state.replaceAll('_', ' ')).slice(0, 60)}
              >
                {SIGNS.get(state) ?? ''}
              </span>
              <span>
                <PlainText
                  text={(
                    textOf(todo.content) ||
                    textOf(todo.subject) ||
                    (textOf(todo.taskId) && `#${textOf(todo.taskId)} ${state.replaceAll('_', ' ')}`) ||
                    step.asked
                  ).slice(0, 1000)}
                />
              </span>
            </li>
          )
        })}
      </ul>
      {(todos.length === 0 || step.status === 'error') && <Output step={step} />}
    </>
  )
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['completed', '✓'],
  ['in_progress', '●'],
  ['cancelled', '✕'],
  ['deleted', '✕'],
])
