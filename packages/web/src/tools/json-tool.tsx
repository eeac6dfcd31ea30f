import type { ReactElement } from 'react'
import { JsonTree } from '../code/json-tree.tsx'
import { LongText } from '../transcript/long-text.tsx'
import { Output, OutputText } from './output.tsx'
import type { ToolProps } from './fields.ts'
import css from './tools.module.css'

/** A tool that nobody knows here, or of an MCP server: what went in and what came out. */
export function JsonTool({ step }: ToolProps): ReactElement {
  return (
    <>
      <p className={css.label}>Input</p>
      <div className={css.json}>
        <JsonTree value={step.input} />
      </div>
      {step.inputCut && <p className={css.note}>Long texts of the input are cut; Raw has them whole.</p>}
      {step.status !== 'ok' || step.result === null || step.resultKey === null ? (
        <Output step={step} />
      ) : (
        <>
          <p className={css.label}>Result</p>
          <LongText cut={step.result} entry={step.resultKey} part="result" tool={step.id}>
            {(text, part) => {
              const value = parsed(text)
              return value === undefined ? (
                <OutputText text={text} part={part} />
              ) : (
                <div className={css.json}>
                  <JsonTree value={value} />
                </div>
              )
            }}
          </LongText>
        </>
      )}
    </>
  )
}

function parsed(text: string): object | undefined {
  const first = text.trimStart()[0]
  if (first !== '{' && first !== '[') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // Cut in the middle, or only looks like it.
    return undefined
  }
}
