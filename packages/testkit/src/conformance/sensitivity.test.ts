import { describe, expect, it } from 'vitest'
import type { ResumeResult } from '../claude/resume.ts'
import { recordedVersions, type RecordedVersion } from '../claude/versions.ts'
import { difference, outcomeDifference, sameMessages } from './difference.ts'
import { normalise } from './normalise.ts'
import type { ApiBlock, ApiMessage, Outcome } from './outcome.ts'
import { loadCases, type RecordedCase } from './recordings.ts'

// Whatever happens to a recorded message must be noticed, both by the comparison and behind the normaliser: a
// normaliser that removes too much would make two different requests equal.

const prompt = 'a prompt that no recording contains'
const cases = await loadCases()

describe('every recording notices', () => {
  for (const version of recordedVersions) {
    it(`${version}: a message deleted, swapped or altered`, () => {
      const unnoticed: string[] = []
      let tried = 0
      for (const { name, messages, bytes } of sentBy(version)) {
        for (const mutation of mutationsOf(messages)) {
          tried += 1
          if (sameMessages(messages, mutation.messages)) unnoticed.push(`${name}: ${mutation.what}`)
          const seen = normalise(requestOf(mutation.messages, bytes), bytes, prompt)
          if (outcomeDifference({ kind: 'sent', messages }, seen) === undefined)
            unnoticed.push(`${name}: ${mutation.what}, behind the normaliser`)
        }
      }
      expect(unnoticed).toEqual([])
      expect(tried).toBeGreaterThan(sentBy(version).length * 3)
    })

    it(`${version}: an outcome of another kind`, () => {
      const unnoticed = cases.filter(({ outcomes }) => {
        const outcome = outcomes[version]
        return (
          outcome !== undefined && otherKinds(outcome).some((other) => !outcomeDifference(outcome, other))
        )
      })
      expect(unnoticed.map(nameOf)).toEqual([])
    })

    it(`${version}: the normaliser leaves an unchanged request unchanged`, () => {
      const changed = sentBy(version).flatMap(({ name, messages, bytes }) => {
        const found = outcomeDifference(
          { kind: 'sent', messages },
          normalise(requestOf(messages, bytes), bytes, prompt),
        )
        return found === undefined ? [] : [`${name}: ${found}`]
      })
      expect(changed).toEqual([])
    })
  }
})

describe('normalise', () => {
  it('takes a refusal for one, also where a request without the past slipped out before the end', () => {
    const bytes = new Uint8Array()
    const refused = {
      ...requestOf([], bytes),
      exitCode: 1,
      stderr: 'No conversation found with session ID: x',
    }
    expect(normalise(refused, bytes, prompt)).toEqual({
      kind: 'no-conversation',
      reason: 'No conversation found',
    })
  })
})

describe('difference', () => {
  it('says where two conversations part', () => {
    const one: ApiMessage[] = [{ role: 'user', content: 'a' }]
    expect(difference(one, [{ role: 'user', content: [{ type: 'text', text: 'a' }] }])).toBe(
      'message 0: expected {"role":"user","content":"a"}, got {"role":"user","content":[{"type":"text","text":"a"}]}',
    )
    expect(difference(one, [])).toBe('message 0: expected {"role":"user","content":"a"}, got none')
    expect(difference([], one)).toBe('message 0: expected none, got {"role":"user","content":"a"}')
  })

  it('does not mind the order of keys', () => {
    expect(sameMessages([{ role: 'user', content: 'a' }], [{ content: 'a', role: 'user' }])).toBe(true)
  })
})

interface Mutation {
  what: string
  messages: ApiMessage[]
}

/** At most this many places a case: the deep ones have a thousand messages of one shape. */
const placesTried = 60

function mutationsOf(messages: ApiMessage[]): Mutation[] {
  if (messages.length === 0) return [{ what: 'a message added', messages: [{ role: 'user', content: 'x' }] }]
  const step = Math.ceil(messages.length / placesTried)
  return messages.flatMap((message, index) => {
    if (index % step !== 0) return []
    const next = messages[index + 1]
    const swapped = next === undefined || sameMessages([message], [next]) ? [] : [[next, message]]
    return [
      { what: `message ${index} deleted`, messages: messages.toSpliced(index, 1) },
      { what: `message ${index} twice`, messages: messages.toSpliced(index, 0, message) },
      ...swapped.map((pair) => ({
        what: `message ${index} swapped with the next`,
        messages: messages.toSpliced(index, 2, ...pair),
      })),
      ...alterationsOf(message).map(({ what, altered }) => ({
        what: `message ${index}: ${what}`,
        messages: messages.with(index, altered),
      })),
    ]
  })
}

function alterationsOf(message: ApiMessage): { what: string; altered: ApiMessage }[] {
  const { content, role } = message
  const otherRole = {
    what: 'other role',
    altered: { ...message, role: role === 'user' ? 'assistant' : 'user' },
  }
  if (typeof content === 'string') {
    return [
      otherRole,
      { what: 'text altered', altered: { ...message, content: `${content}x` } },
      { what: 'string made an array', altered: { ...message, content: [{ type: 'text', text: content }] } },
    ]
  }
  // Damaged transcripts can make the program send content that is neither text nor blocks.
  if (!Array.isArray(content))
    return [otherRole, { what: 'content altered', altered: { ...message, content: 'x' } }]
  return [
    otherRole,
    ...content.flatMap((block, index) => [
      { what: `block ${index} deleted`, altered: { ...message, content: content.toSpliced(index, 1) } },
      {
        what: `block ${index} altered`,
        altered: { ...message, content: content.with(index, alteredBlock(block)) },
      },
    ]),
  ]
}

/** The block with one value changed: its text where it has one, else a key more. */
function alteredBlock(block: ApiBlock): ApiBlock {
  const fields: ApiBlock = typeof block === 'object' && block !== null ? block : { block }
  const key = ['text', 'thinking', 'tool_use_id', 'id'].find((name) => typeof fields[name] === 'string')
  return key === undefined ? { ...fields, altered: true } : { ...fields, [key]: `${String(fields[key])}x` }
}

/** Outcomes that are not this one; a conversation of no messages is another kind only where none was sent. */
function otherKinds(outcome: Outcome): Outcome[] {
  const all: Outcome[] = [
    { kind: 'sent', messages: [] },
    { kind: 'hangs' },
    { kind: 'no-conversation', reason: 'another reason' },
    { kind: 'failed', exitCode: 99, reason: 'another reason' },
  ]
  return all.filter(({ kind }) => kind !== outcome.kind)
}

/** A run that sent these messages and then the new prompt. */
function requestOf(messages: ApiMessage[], given: Uint8Array): ResumeResult {
  const body = { messages: [...messages, { role: 'user', content: [{ type: 'text', text: prompt }] }] }
  return {
    requests: [{ method: 'POST', path: '/v1/messages', headers: {}, body }],
    exitCode: 0,
    hangs: false,
    stdout: '',
    stderr: '',
    milliseconds: 0,
    transcriptAfter: given,
    root: '/nowhere',
  }
}

function sentBy(version: RecordedVersion): { name: string; messages: ApiMessage[]; bytes: Uint8Array }[] {
  return cases.flatMap((found) => {
    const outcome = found.outcomes[version]
    return outcome?.kind === 'sent'
      ? [{ name: nameOf(found), messages: outcome.messages, bytes: found.bytes }]
      : []
  })
}

function nameOf({ scenario, id }: RecordedCase): string {
  return `${scenario}/${id}`
}
