import { resumeRequest, type ByteRange, type ByteSource } from '@skein/transcript'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answer,
  call,
  chainRow,
  COPY,
  prompt,
  result,
  rowsOf,
  sessionOf,
  time,
  uuid,
} from '../../../test/sessions.ts'
import { faultsOf, newFaults } from '../../check/faults.ts'
import { EditError } from '../../errors.ts'
import { renderInMemory } from '../../render/render-in-memory.ts'
import type { EditSession } from '../../source/edit-session.ts'
import type { Band } from './bands.ts'
import { compressSession } from './compress.ts'
import { KEPT_WHOLE, type Engine } from './engine.ts'
import { LEAST_LENGTH } from './extractive/extractor.ts'

const LONG = Array.from({ length: 40 }, (_, n) => `Sentence ${n} says that step ${n} went well.`).join(' ')
const OUTPUT = Array.from({ length: 80 }, (_, n) => `line ${n} of the output`).join('\n')

type Row = { readonly uuid: string; readonly message: { readonly content: unknown } }

function contents(session: EditSession): unknown[] {
  return (rowsOf(session) as Row[]).map(({ message }) => message.content)
}

function resumed(session: EditSession) {
  const { transcript, source } = session.main
  return resumeRequest(transcript, source)
}

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  )
}

/** Two turns with an answer, a call and its result each; four rows a turn. */
function twoTurns(): unknown[] {
  return [1, 5].flatMap((n) => [
    prompt(n, `${LONG} What of it?`),
    call(n + 1, `toolu_${n}`, 'Bash', { command: `cat ${LONG}` }),
    result(n + 2, `toolu_${n}`, OUTPUT),
    answer(n + 3, LONG),
  ])
}

describe('compress', () => {
  test('shortens answers and results of the older turns and nothing else', async () => {
    const draft = await compressSession(sessionOf(twoTurns()), { bands: [{ from: 0, to: 50, share: 40 }] })
    const before = contents(sessionOf(twoTurns()))
    const after = contents(renderInMemory(draft, COPY))
    const changed = after.flatMap((content, at) =>
      JSON.stringify(content) === JSON.stringify(before[at]) ? [] : [at],
    )
    expect(changed).toEqual([2, 3])
    const [shortResult, shortAnswer] = draft.originals.map(({ text }) => text)
    expect(after[2]).toEqual([{ tool_use_id: 'toolu_1', type: 'tool_result', content: shortResult }])
    expect(after[3]).toEqual([{ type: 'text', text: shortAnswer }])
  })

  test('keeps every text that it replaced', async () => {
    const draft = await compressSession(sessionOf(twoTurns()), { bands: [{ from: 0, to: 50, share: 40 }] })
    expect(draft.originals).toEqual([
      {
        uuid: uuid(3),
        block: 0,
        part: 0,
        original: OUTPUT,
        text: expect.any(String) as string,
        engine: 'extractive',
        fellBack: false,
      },
      {
        uuid: uuid(4),
        block: 0,
        part: 0,
        original: LONG,
        text: expect.any(String) as string,
        engine: 'extractive',
        fellBack: false,
      },
    ])
  })

  test('tells what it did in steps', async () => {
    const draft = await compressSession(sessionOf(twoTurns()), { bands: [{ from: 0, to: 50, share: 40 }] })
    const saved = draft.originals.map(({ original, text }) => Math.round((original.length - text.length) / 4))
    expect(draft.steps).toEqual([
      { what: 'answers shortened', count: 1, tokens: saved[1] },
      { what: 'tool results shortened', count: 1, tokens: saved[0] },
    ])
    expect(draft.warnings).toEqual([])
  })

  test('shortens prompts where it is asked to, but no commands', async () => {
    const command = `<command-name>/run</command-name><command-args>${LONG}</command-args>`
    const rows = [prompt(1, LONG), prompt(2, command), prompt(3, 'x')]
    const draft = await compressSession(sessionOf(rows), {
      bands: [{ from: 0, to: 100, share: 40 }],
      prompts: true,
    })
    expect(draft.originals.map((one) => one.uuid)).toEqual([uuid(1)])
  })

  test('finds texts among other blocks and in lists of results', async () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
    const thinking = { type: 'thinking', thinking: LONG, signature: 'c2ln' }
    const parts = [{ type: 'text', text: OUTPUT }, image, { type: 'text', text: OUTPUT }]
    const rows = [
      prompt(1, 'go'),
      answer(2, thinking),
      chainRow(3, 'assistant', {
        message: {
          id: 'msg_2',
          role: 'assistant',
          content: [
            { type: 'text', text: LONG, citations: null },
            { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: LONG } },
          ],
        },
      }),
      chainRow(4, 'user', {
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: parts }] },
        toolUseResult: { stdout: OUTPUT },
      }),
    ]
    const draft = await compressSession(sessionOf(rows), { bands: [{ from: 0, to: 100, share: 50 }] })
    expect(draft.originals.map(({ uuid: row, block, part }) => [row, block, part])).toEqual([
      [uuid(3), 0, 0],
      [uuid(4), 0, 0],
      [uuid(4), 0, 2],
    ])
    const [one, two, three] = draft.originals.map(({ text }) => text)
    const after = rowsOf(renderInMemory(draft, COPY)) as (Row & { toolUseResult?: unknown })[]
    expect(after[1].message.content).toEqual([thinking])
    expect(after[2].message.content).toEqual([
      { type: 'text', text: one, citations: null },
      { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: LONG } },
    ])
    expect(after[3].message.content).toEqual([
      {
        type: 'tool_result',
        tool_use_id: 'toolu_1',
        content: [{ type: 'text', text: two }, image, { type: 'text', text: three }],
      },
    ])
    expect(after[3].toolUseResult).toEqual({ stdout: OUTPUT })
  })

  test('counts the turns of the context, not those behind a compaction', async () => {
    const boundary = chainRow(5, 'system', {
      subtype: 'compact_boundary',
      parent: null,
      logicalParentUuid: uuid(4),
      compactMetadata: { trigger: 'manual', preTokens: 1 },
    })
    const summary = prompt(6, `Summary. ${LONG}`, { isCompactSummary: true })
    const rows = [
      prompt(1, 'a'),
      answer(2, LONG),
      prompt(3, 'b'),
      answer(4, LONG),
      boundary,
      summary,
      prompt(7, 'c'),
      answer(8, LONG),
      prompt(9, 'd'),
      answer(10, LONG),
    ]
    // Of the context's three turns (what is left of the second, and two more) the first two.
    const draft = await compressSession(sessionOf(rows), { bands: [{ from: 0, to: 67, share: 40 }] })
    expect(draft.originals.map((one) => one.uuid)).toEqual([uuid(8)])
  })

  test('leaves branches alone', async () => {
    const rows = [
      prompt(1, 'a'),
      answer(2, LONG),
      prompt(3, 'b'),
      answer(4, LONG),
      prompt(5, 'b, again', { parent: 2 }),
      answer(6, LONG),
    ]
    const draft = await compressSession(sessionOf(rows), { bands: [{ from: 0, to: 100, share: 40 }] })
    expect(draft.originals.map((one) => one.uuid)).toEqual([uuid(2), uuid(6)])
  })

  test.each([
    ['an empty session', [], 'there is no conversation that could be resumed'],
    ['damage only', ['{"torn'], 'there is no conversation that could be resumed'],
    [
      'short texts',
      [prompt(1, 'a'), answer(2, 'b')],
      'the bands take no long text of the 1 turn in the context',
    ],
  ])('has nothing to do with %s', async (_what, rows, message) => {
    const error = await errorOf(
      compressSession(sessionOf(rows), { bands: [{ from: 0, to: 100, share: 40 }] }),
    )
    expect(error).toBeInstanceOf(EditError)
    expect(error).toMatchObject({ code: 'nothing-to-do', message })
  })

  test('says how many turns an engine failed on, and keeps their texts', async () => {
    const engine: Engine = {
      name: 'llm',
      shorten: (turns) =>
        Promise.resolve({
          turns: turns.map(({ texts }, turn) =>
            texts.map(({ text }) => (turn === 0 ? { text, fellBack: true } : { text: 'x', fellBack: false })),
          ),
          warnings: [{ code: 'budget', message: 'No more money.' }],
        }),
    }
    const draft = await compressSession(sessionOf(twoTurns()), {
      bands: [{ from: 0, to: 100, share: 40 }],
      engine,
    })
    expect(draft.main.changedRows).toEqual([6, 7])
    expect(draft.originals.map(({ fellBack }) => fellBack)).toEqual([true, true, false, false])
    expect(draft.warnings).toEqual([
      { code: 'budget', message: 'No more money.' },
      {
        code: 'fell-back',
        message: '1 of 2 turns kept texts as they were, because the engine gave none for them.',
      },
    ])
  })
})

describe('compress behind a boundary', () => {
  const bands = [{ from: 0, to: 50, share: 40 }]

  test('hides the turns and keeps their prompts word by word', async () => {
    const draft = await compressSession(sessionOf(twoTurns()), { bands, boundary: true })
    const copy = renderInMemory(draft, COPY)
    const request = resumed(copy)
    if (request.kind !== 'sent') throw new Error(request.kind)
    const [first, ...rest] = request.messages
    const sent = JSON.stringify(first.content)
    expect(sent).toContain(JSON.stringify(`${LONG} What of it?`).slice(1, -1))
    expect(sent).toContain('Tool call: Bash cat Sentence 0')
    expect(sent).not.toContain(JSON.stringify(OUTPUT).slice(1, -1))
    // The second turn is sent as it was; its prompt joins the summary, since both are the user's.
    expect(rest.map(({ content }) => content)).toEqual([
      [{ type: 'tool_use', id: 'toolu_5', name: 'Bash', input: { command: `cat ${LONG}` } }],
      [{ tool_use_id: 'toolu_5', type: 'tool_result', content: OUTPUT }],
      [{ type: 'text', text: LONG }],
    ])
    expect(draft.originals).toEqual([])
  })

  test('leaves the hidden rows in the file', async () => {
    const draft = await compressSession(sessionOf(twoTurns()), { bands, boundary: true })
    const all = rowsOf(renderInMemory(draft, COPY)) as (Row & Record<string, unknown>)[]
    const rows = all.filter(({ uuid: own }) => own !== undefined)
    expect(rows.map(({ type, subtype, isCompactSummary }) => subtype ?? isCompactSummary ?? type)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'compact_boundary',
      true,
      'user',
      'assistant',
      'user',
      'assistant',
    ])
    expect(rows[4]).toMatchObject({ parentUuid: null, logicalParentUuid: rows[3].uuid })
    expect(rows[5]).toMatchObject({ parentUuid: rows[4].uuid })
    expect(rows[6]).toMatchObject({ parentUuid: rows[5].uuid })
    expect(rows[3].message.content).toEqual([{ type: 'text', text: LONG }])
    const times = rows.map(({ timestamp }) => Date.parse(String(timestamp)))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(new Set(times).size).toBe(times.length)
  })

  test('adds no step back to a clock that went back', async () => {
    const rows = twoTurns().map((row, n) => ({ ...(row as Row), timestamp: time(n === 2 ? 50 : n) }))
    const session = sessionOf(rows)
    const copy = renderInMemory(await compressSession(session, { bands, boundary: true }), COPY)
    expect(newFaults(faultsOf(session.main), faultsOf(copy.main))).toEqual([])
  })

  test('is a change for the counts of what follows', async () => {
    const snapshot = { type: 'file-history-snapshot', messageId: uuid(5), snapshot: {} }
    const rows = [...twoTurns().slice(0, 4), snapshot, ...twoTurns().slice(4)]
    const draft = await compressSession(sessionOf(rows), { bands, boundary: true })
    const last = rowsOf(renderInMemory(draft, COPY)).findLast((row) => (row as Row).message !== undefined)
    expect(last).toMatchObject({ message: { usage: { input_tokens: 1 } } })
  })

  test('rewrites the other bands in place', async () => {
    const draft = await compressSession(sessionOf(twoTurns()), {
      bands: [...bands, { from: 50, to: 100, share: 60 }],
      boundary: true,
    })
    expect(draft.originals.map((one) => one.uuid)).toEqual([uuid(7), uuid(8)])
  })

  test('takes over the summary of an earlier compaction', async () => {
    const rows = [
      chainRow(1, 'system', {
        subtype: 'compact_boundary',
        compactMetadata: { trigger: 'auto', preTokens: 1 },
      }),
      prompt(2, 'Summary of all that was before.', { isCompactSummary: true }),
      answer(3, LONG),
      prompt(4, 'b'),
      answer(5, 'c'),
    ]
    const draft = await compressSession(sessionOf(rows), { bands, boundary: true })
    const request = resumed(renderInMemory(draft, COPY))
    expect(JSON.stringify(request)).toContain('Summary of all that was before.')
  })

  test('does not stand between a call and its result', async () => {
    // The result of the first turn's call came after the second prompt.
    const rows = [
      prompt(1, 'a'),
      answer(2, LONG),
      prompt(3, 'b'),
      answer(4, LONG),
      call(5, 'toolu_1', 'Bash', {}),
      prompt(6, 'c'),
      result(7, 'toolu_1', OUTPUT),
      prompt(8, 'd'),
      answer(9, LONG),
    ]
    const draft = await compressSession(sessionOf(rows), { bands, boundary: true })
    const [, , boundary] = rowsOf(renderInMemory(draft, COPY)) as Record<string, unknown>[]
    expect(boundary).toMatchObject({ subtype: 'compact_boundary' })
    expect(draft.originals.map((one) => one.uuid)).toEqual([uuid(4)])
  })

  test.each([
    ['a first band that begins later', [{ from: 10, to: 50, share: 40 }], 'option'],
    ['nothing behind it', [{ from: 0, to: 100, share: 40 }], 'option'],
    ['nothing before it', [{ from: 0, to: 10, share: 40 }], 'nothing-to-do'],
  ])('is refused with %s', async (_what, wrong, code) => {
    const error = await errorOf(compressSession(sessionOf(twoTurns()), { bands: wrong, boundary: true }))
    expect(error).toMatchObject({ name: 'EditError', code })
  })
})

/** Conversations of turns with answers, thinking, parallel calls and their results. */
const sessions = fc
  .array(
    fc.record({
      prompt: fc.string({ minLength: 1, maxLength: 600, size: 'max' }),
      calls: fc.array(fc.string({ maxLength: 1500, size: 'max' }), { maxLength: 3, size: 'max' }),
      thinks: fc.boolean(),
      answer: fc.string({ minLength: 1, maxLength: 1500, size: 'max' }),
    }),
    { minLength: 1, maxLength: 8, size: 'max' },
  )
  .map((turns) => {
    let n = 0
    return turns.flatMap((turn) => {
      const start = n
      const rows: unknown[] = [prompt(++n, `say ${turn.prompt}`)]
      const id = `msg_turn_${start}`
      if (turn.thinks)
        rows.push(answer(++n, { type: 'thinking', thinking: turn.answer, signature: 's' }, { id }))
      turn.calls.forEach((text, i) => rows.push(call(++n, `toolu_${start}_${i}`, 'Bash', { text }, { id })))
      turn.calls.forEach((text, i) => rows.push(result(++n, `toolu_${start}_${i}`, text)))
      rows.push(answer(++n, turn.answer))
      return rows
    })
  })
const bandLists = fc
  .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }))
  .map(([middle, first, second]) => [
    { from: 0, to: middle, share: first },
    { from: middle, to: 100, share: second },
  ])

/** The share of the band in which the turn of a row lies: the n-th of so many prompts. */
function shareOf(rows: readonly Row[], row: string, bands: readonly Band[]): number {
  const isPrompt = ({ message }: Row): boolean => typeof message.content === 'string'
  const count = rows.filter(isPrompt).length
  const upTo = rows.findIndex((one) => one.uuid === row) + 1
  const turn = rows.slice(0, upTo).filter(isPrompt).length - 1
  const [first, second] = bands
  return (turn < Math.floor((first.to * count) / 100) ? first.share : second.share) / 100
}

describe('for every session', () => {
  test('only long texts of answers and results change, by their shares, and pairs stay', async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(sessions, bandLists, fc.boolean(), async (rows, bands, boundary) => {
        const session = sessionOf(rows)
        const draft = await compressSession(session, { bands, boundary }).catch((error: unknown) => {
          if (error instanceof EditError) return null
          throw error
        })
        if (draft === null) return
        const copy = renderInMemory(draft, COPY)
        const changed = new Set(draft.originals.map((one) => one.uuid))
        const after = (rowsOf(copy) as (Row & Record<string, unknown>)[]).filter((row) => 'forkedFrom' in row)
        expect(after.length).toBe(rows.length)
        for (const [i, before] of (rows as Row[]).entries())
          if (!changed.has(before.uuid)) expect(after[i].message.content).toEqual(before.message.content)
        for (const { uuid: row, original, text } of draft.originals) {
          const limit = Math.max(KEPT_WHOLE, Math.floor(original.length * shareOf(rows as Row[], row, bands)))
          expect(text.length).toBeLessThanOrEqual(limit)
          expect(text.length).toBeGreaterThan(Math.min(original.length, limit) - LEAST_LENGTH)
        }
        runs++
        const request = resumed(copy)
        if (request.kind !== 'sent') throw new Error(request.kind)
        const blocks = request.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
        const used = blocks.flatMap((block) => (block.type === 'tool_use' ? [block['id']] : []))
        const answered = blocks.flatMap((block) =>
          block.type === 'tool_result' ? [block['tool_use_id']] : [],
        )
        expect(answered).toEqual(used)
        expect(JSON.stringify(request)).not.toContain('missing due to internal error')
        const again = await compressSession(session, { bands, boundary })
        expect(renderInMemory(again, COPY).main.length).toBe(copy.main.length)
        expect(again.originals).toEqual(draft.originals)
      }),
      { numRuns: 100 },
    )
    // Most sessions of this size have something to shorten; else nothing was tried here.
    expect(runs).toBeGreaterThan(50)
  })
})

describe('the work', () => {
  test('reads each row once or twice, in batches, however long the session is', async () => {
    const count = async (turns: number): Promise<{ bytes: number; reads: number; length: number }> => {
      const rows = Array.from({ length: turns }, (_, turn) => [
        prompt(2 * turn + 1, `question ${turn}`),
        answer(2 * turn + 2, LONG),
      ]).flat()
      const session = sessionOf(rows)
      const counted = { bytes: 0, reads: 0, length: session.main.length }
      const source: ByteSource = {
        read: (ranges: readonly ByteRange[]) => {
          counted.reads++
          for (const { length } of ranges) counted.bytes += length
          return session.main.source.read(ranges)
        },
      }
      await compressSession({ ...session, main: { ...session.main, source } }, {})
      return counted
    }
    const [small, large] = [await count(400), await count(800)]
    expect(large.bytes).toBeLessThanOrEqual(2 * large.length)
    expect(large.bytes / small.bytes).toBeLessThan(2.2)
    expect(large.reads).toBeLessThanOrEqual(800 / 100)
  })
})

test('rows of old shapes, which no program resumes, are nothing to shorten', async () => {
  const session = sessionOf([
    { message: { role: 'user', content: LONG } },
    { type: 'assistant', message: 'x' },
  ])
  const error = await errorOf(compressSession(session, { bands: [{ from: 0, to: 100, share: 40 }] }))
  expect(error).toMatchObject({ name: 'EditError', code: 'nothing-to-do' })
})
