import type { ReactElement } from 'react'
import { useState } from 'react'
import { clip } from '../code/clip.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { LongText } from '../transcript/long-text.tsx'
import { Output } from './output.tsx'
import type { ToolProps } from './fields.ts'
import { fieldsOf, textOf } from './fields.ts'
import { JsonTool } from './json-tool.tsx'
import css from './tools.module.css'

/** What a sub-agent was sent to do, and what it came back with. Its own steps are in the card above. */
export function AgentTool({ step }: ToolProps): ReactElement {
  const task = textOf(fieldsOf(step.input).prompt)
  if (task === '') return <JsonTool step={step} />
  return (
    <>
      <p className={css.label}>Task</p>
      <Task text={task} />
      {step.inputCut && <p className={css.note}>Long texts of the input are cut; Raw has them whole.</p>}
      {step.status !== 'ok' || step.result === null || step.resultKey === null ? (
        <Output step={step} />
      ) : (
        <>
          <p className={css.label}>Report</p>
          <div className={css.paper}>
            <LongText cut={step.result} entry={step.resultKey} part="result" tool={step.id}>
              {(text) => <Markdown text={text} />}
            </LongText>
          </div>
        </>
      )}
    </>
  )
}

/** Tasks are pages long, and what came of them is why one looks: the beginning, then all. */
function Task({ text }: { readonly text: string }): ReactElement {
  const [isWhole, setWhole] = useState(false)
  const shown = clip(text, { lines: 8, signs: 800 })
  const isCut = !isWhole && shown.signs > 200
  return (
    <div className={css.paper}>
      <Markdown text={isCut ? shown.text : text} />
      {isCut && (
        <button type="button" className="quiet-button" onClick={() => setWhole(true)}>
          The whole task
        </button>
      )}
    </div>
  )
}
