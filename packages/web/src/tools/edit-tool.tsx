import type { ReactElement } from 'react'
import { CodeLines } from '../code/code-block.tsx'
import { DiffView } from '../code/diff-view.tsx'
import { languageOfPath } from '../code/languages.ts'
import { Output } from './output.tsx'
import type { ToolProps } from './fields.ts'
import { fieldsOf, textOf } from './fields.ts'

/** A change of a file: the lines it took away and put in. */
export function EditTool({ step }: ToolProps): ReactElement {
  const { patch } = step
  if (patch !== null && patch.hunks.length > 0)
    return (
      <DiffView
        hunks={patch.hunks}
        cut={patch.cut}
        language={languageOfPath(patch.path)}
        label={`Change of ${patch.path}`}
      />
    )
  const fields = fieldsOf(step.input)
  const asked = textOf(fields.content) || textOf(fields.new_string) || textOf(fields.new_source)
  return (
    <>
      {/* It did not happen, or nobody knows what it did: what was asked. */}
      {asked !== '' && step.status !== 'ok' && (
        <CodeLines text={asked} language={languageOfPath(textOf(fields.file_path))} most={20} />
      )}
      <Output step={step} />
    </>
  )
}
