import { describe, expect, it } from 'vitest'
import { recordedVersions } from '../claude/versions.ts'
import { recordableCases } from './recordable.ts'
import { loadCases, type RecordedCase } from './recordings.ts'

const cases = await loadCases()

describe('the recordings', () => {
  it('are at least 300 cases, each asked of every version', () => {
    const unasked = cases.flatMap((found) =>
      recordedVersions
        .filter((version) => found.outcomes[version] === undefined)
        .map((version) => `${nameOf(found)} ${version}`),
    )
    expect(unasked).toEqual([])
    expect(cases.length).toBeGreaterThanOrEqual(300)
  })

  it('are exactly the cases that are written down, byte for byte', async () => {
    const written = new Map((await recordableCases()).map((one) => [`${one.scenario}/${one.id}`, one.bytes]))
    const changed = cases.filter(
      (found) => Buffer.compare(found.bytes, written.get(nameOf(found)) ?? none) !== 0,
    )
    expect(changed.map(nameOf)).toEqual([])
    expect(cases.map(nameOf).toSorted()).toEqual([...written.keys()].toSorted())
  })

  it('hold no system prompt, no tool schema and no path of a machine', () => {
    const traces = [/You are Claude Code/, /"input_schema"/, /\/tmp\//, /skein-claude-/, /\/home\/(?!user\b)/]
    const telling = cases.filter((found) => traces.some((trace) => trace.test(wholeText(found))))
    expect(telling.map(nameOf)).toEqual([])
  })

  it('say what they test', () => {
    expect(cases.filter(({ statement }) => !statement.startsWith('§')).map(nameOf)).toEqual([])
  })
})

const none = new Uint8Array()

function wholeText({ bytes, extraFiles, outcomes }: RecordedCase): string {
  const files = [bytes, ...Object.values(extraFiles)].map((file) => new TextDecoder().decode(file))
  return [...files, JSON.stringify(outcomes)].join('\n')
}

function nameOf({ scenario, id }: { scenario: string; id: string }): string {
  return `${scenario}/${id}`
}
