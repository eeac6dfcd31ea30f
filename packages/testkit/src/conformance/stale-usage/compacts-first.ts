import { resumeTranscript } from '../../claude/resume.ts'
import type { RecordedVersion } from '../../claude/versions.ts'
import { transcriptBytes } from '../rows.ts'
import type { UsageCase } from './cases.ts'

/** Whether the real program compacts the conversation before it sends the next prompt. */
export async function compactsFirst(asked: UsageCase, version: RecordedVersion): Promise<boolean> {
  const given = transcriptBytes(asked.rows)
  const result = await resumeTranscript({
    version,
    transcriptBytes: given,
    ...(asked.model === undefined ? {} : { model: asked.model }),
    ...(asked.defaultWindow ? {} : { settings: { autoCompactWindow: 200_000 } }),
  })
  if (result.exitCode !== 0) throw new Error(`the resume failed: ${result.stderr}${result.stdout}`)
  const appended = new TextDecoder().decode(result.transcriptAfter.subarray(given.length))
  const rows = appended
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AppendedRow)
  const answered = rows.findIndex(({ type }) => type === 'assistant')
  if (answered < 0) throw new Error('the resume wrote no answer')
  return rows.slice(0, answered).some(({ compactMetadata }) => compactMetadata?.trigger === 'auto')
}

/** The program wrote these rows; their shape is its own. */
interface AppendedRow {
  type: string
  compactMetadata?: { trigger: string }
}
