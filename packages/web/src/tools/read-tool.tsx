import type { ReactElement } from 'react'
import { CodeLines } from '../code/code-block.tsx'
import { languageOfPath } from '../code/languages.ts'
import { LongText } from '../transcript/long-text.tsx'
import { injectedLabel } from '../format/injected-label.ts'
import { OpeningChip } from '../transcript/opening-chip.tsx'
import { Output } from './output.tsx'
import type { ToolProps } from './fields.ts'
import { fieldsOf, textOf } from './fields.ts'
import { readNumbered } from './read-result.ts'

/** A file, or a part of it. */
export function ReadTool({ step }: ToolProps): ReactElement | null {
  const path = textOf(fieldsOf(step.input).file_path)
  if (step.result === null || step.resultKey === null) return null
  if (step.status !== 'ok') return <Output step={step} />
  return (
    <LongText cut={step.result} entry={step.resultKey} part="result" tool={step.id}>
      {(text) => {
        const file = readNumbered(text)
        return file === null ? (
          <CodeLines text={text} language={languageOfPath(path)} most={60} />
        ) : (
          <>
            <CodeLines text={file.text} language={languageOfPath(path)} from={file.from} most={60} />
            {file.rest !== '' && <Behind text={file.rest} />}
          </>
        )
      }}
    </LongText>
  )
}

/** What the program told the model behind the file: a reminder, mostly. */
function Behind({ text }: { readonly text: string }): ReactElement {
  const reminder = /^<system-reminder>(.*)<\/system-reminder>$/s.exec(text)
  const said = (reminder?.[1] ?? text).trim()
  return (
    <OpeningChip
      label={reminder === null ? 'Note' : injectedLabel('system-reminder')}
      text={{ text: said, length: said.length }}
    />
  )
}
