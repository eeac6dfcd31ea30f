import { expect, it } from 'vitest'
import { readTranscript, Transcript } from './transcript.ts'

it('the end of a file has its rows at the same offsets as the whole', () => {
  const lines = ['a', 'b', 'c', 'd'].map((uuid, i, all) =>
    JSON.stringify({ type: 'user', uuid, parentUuid: all[i - 1] ?? null, message: { content: 'ü' } }),
  )
  const bytes = Buffer.from(`${lines.join('\n')}\n`)
  const whole = readTranscript(bytes)
  const start = whole.scan.columns.offset[2]
  const end = new Transcript({ start })
  end.append(bytes.subarray(start, start + 7))
  end.append(bytes.subarray(start + 7))
  end.end()
  expect(end.rowCount).toBe(2)
  for (const column of ['offset', 'length', 'kind'] as const)
    expect([...end.scan.columns[column].subarray(0, 2)]).toEqual([
      ...whole.scan.columns[column].subarray(2, 4),
    ])
  // What the first row hangs on was not read.
  expect([end.graph.isDangling(0), end.graph.rowOf(end.graph.parentKey(1))]).toEqual([true, 0])
})
