import type { NewRow } from '@skein/transcript'
import { pinnedModel } from '../claude/versions.ts'
import type { Random } from '../corpus/prng.ts'
import { prose, terminal } from '../corpus/text-pool.ts'

/** A session without end, a few rows at a time that belong together; now and then a long one, and a compaction. */
export function* sessionRows(random: Random): Generator<NewRow[]> {
  for (let turn = 1; ; turn++) {
    const promptId = `p${turn}-${random.next()}`
    const id = `msg_${turn}_${random.next()}`
    yield [
      { kind: 'permission-mode', permissionMode: 'default' },
      { kind: 'user', content: prose(random, random.int(1, 400)), promptId, promptSource: 'typed' },
    ]
    for (let round = 0; random.chance(0.6); round++) {
      const calls = Array.from(
        { length: random.int(1, 3) },
        (_, at) => `toolu_${turn}_${round}_${at}_${random.next()}`,
      )
      const blocks = [
        { type: 'text', text: prose(random, random.int(20, 2000)) },
        ...calls.map((call) => ({ type: 'tool_use', id: call, name: 'Bash', input: { command: 'ls' } })),
      ]
      yield blocks.map((block, index) => said(`${id}_${round}`, block, index))
      yield calls.map((toolUseId): NewRow => ({
        kind: 'result',
        toolUseId,
        content: terminal(random, random.chance(0.1) ? 300_000 : random.int(1, 3000)),
        toolUseResult: { stdout: '', stderr: '', interrupted: false, isImage: false },
        promptId,
      }))
    }
    yield [said(id, { type: 'text', text: prose(random, random.int(20, 4000)) }, 0)]
    yield [
      { kind: 'system', subtype: 'turn_duration', durationMs: 10, messageCount: 2 },
      { kind: 'last-prompt' },
    ]
    if (random.chance(0.05))
      yield [{ kind: 'compaction', summary: prose(random, 500), trigger: 'auto', preTokens: 1000, promptId }]
  }
}

function said(id: string, block: object, apiBlockIndex: number): NewRow {
  const usage = { input_tokens: 1, output_tokens: 1 }
  return { kind: 'assistant', message: { id, model: pinnedModel, content: [block], usage }, apiBlockIndex }
}
