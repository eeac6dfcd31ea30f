import { expect, it } from 'vitest'
import { SseReader, type SseItem } from './sse.ts'

const TEXT =
  'id: e:1\ndata: {"a":1}\n\n: \n\nid: e:2\r\ndata: one\r\ndata: two\r\n\r\nevent: x\n\ndata:three\n\n'
const ITEMS: SseItem[] = [
  { kind: 'event', id: 'e:1', data: '{"a":1}' },
  { kind: 'beat' },
  { kind: 'event', id: 'e:2', data: 'one\ntwo' },
  { kind: 'event', id: 'e:2', data: 'three' },
]

it('reads events and signs of life, wherever the stream is cut', () => {
  for (let cut = 0; cut <= TEXT.length; cut++) {
    const reader = new SseReader()
    expect([...reader.push(TEXT.slice(0, cut)), ...reader.push(TEXT.slice(cut))], `cut at ${cut}`).toEqual(
      ITEMS,
    )
  }
})

it('tells nothing of an event that is not finished', () => {
  const reader = new SseReader()
  expect(reader.push('id: e:1\ndata: half')).toEqual([])
  expect(reader.push('\n')).toEqual([])
  expect(reader.push('\n')).toEqual([{ kind: 'event', id: 'e:1', data: 'half' }])
})
