import { describe, expect, it } from 'vitest'
import { encodeUtf8 } from '../utf8.ts'
import { ContentSpans } from './content-spans.ts'

describe('ContentSpans', () => {
  it('knows where messages, content and results of a row end, and nothing else', () => {
    const [first, second] = [
      '{"uuid":"a","message":{"content":"}\\""},"toolUseResult":[{}]}',
      '{"content":"x"}',
    ]
    const bytes = encodeUtf8(`${first}\n${second}\n`)
    const spans = new ContentSpans()
    spans.load(bytes, 0, bytes.length)
    spans.walk(0)
    expect(spansIn(spans, bytes)).toEqual(['{"content":"}\\""}', '[{}]'])
    spans.walk(first.length + 1)
    expect(spansIn(spans, bytes)).toEqual(['"x"'])
  })

  it('has none for a row that is no JSON', () => {
    const bytes = encodeUtf8('{"message":{},"a":tru}\n')
    const spans = new ContentSpans()
    spans.load(bytes, 0, bytes.length)
    spans.walk(0)
    expect(spansIn(spans, bytes)).toEqual([])
  })

  it('has none where nothing was loaded, or more than a walker should hold', () => {
    const bytes = encodeUtf8(`{"message":"${'x'.repeat(5e6)}"}`)
    const spans = new ContentSpans()
    spans.walk(0)
    expect(spansIn(spans, bytes.subarray(0, 99))).toEqual([])
    spans.load(bytes, 0, bytes.length)
    spans.walk(0)
    expect(spansIn(spans, bytes.subarray(0, 99))).toEqual([])
  })
})

function spansIn(spans: ContentSpans, bytes: Uint8Array): string[] {
  const found: string[] = []
  for (let at = 0; at < bytes.length; at++)
    if (spans.endOf(at) >= 0) found.push(new TextDecoder().decode(bytes.subarray(at, spans.endOf(at))))
  return found
}
