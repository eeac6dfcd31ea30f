import { describe, expect, it } from 'vitest'
import type { LaidOutResult } from '../../claude/laid-out.ts'
import { resumePrompt } from '../../claude/resume.ts'
import { recordedVersions } from '../../claude/versions.ts'
import { knownDifferences } from '../known-differences.ts'
import { lookupScenario } from '../recordings.ts'
import { askKernel } from './ask-kernel.ts'
import { normaliseLookup } from './ask-program.ts'
import { isSameLookup } from './jobs.ts'
import { lookupCases } from './lookup-cases.ts'
import { lookupDifference, type LookupOutcome } from './outcome.ts'
import { loadLookups, type RecordedLookup } from './recordings.ts'

const lookups = await loadLookups()

describe('the session that is found is the one the real program found', () => {
  for (const lookup of lookups) {
    for (const version of recordedVersions) {
      const name = `${lookupScenario}/${lookup.id} by ${version}`
      const reason = knownDifferences.get(name)
      it(reason === undefined ? name : `${name}, but for a known reason`, () => {
        const found = lookupDifference(outcomeOf(lookup, version), askKernel(lookup, version))
        if (reason === undefined) expect(found).toBeUndefined()
        else expect(found).toBeDefined()
      })
    }
  }
})

describe('the recorded lookups', () => {
  it('are exactly the cases that are written down, each asked of every version', () => {
    expect(lookups.map(({ id }) => id).toSorted()).toEqual(lookupCases.map(({ id }) => id).toSorted())
    const changed = lookupCases.filter(
      (written) => !lookups.some((recorded) => isSameLookup(recorded, written)),
    )
    expect(changed.map(({ id }) => id)).toEqual([])
    expect(lookups.filter(({ outcomes }) => Object.keys(outcomes).length < recordedVersions.length)).toEqual(
      [],
    )
  })

  it('hold no path of a machine and no text of the program', () => {
    const traces = [
      /You are Claude Code/,
      /"input_schema"/,
      /\/tmp\//,
      /skein-claude-/,
      /\/home\//,
      /cli\.js/,
    ]
    const telling = lookups.filter((lookup) => traces.some((trace) => trace.test(wholeText(lookup))))
    expect(telling.map(({ id }) => id)).toEqual([])
  })

  it('say what they test, and what they look up by', () => {
    const unclear = lookups.filter(
      ({ id, statement }) => !/^(id|title|path|continue)\b/.test(id) || !statement.startsWith('§'),
    )
    expect(unclear.map(({ id }) => id)).toEqual([])
  })
})

describe('every recorded lookup notices', () => {
  it('that it was swapped with any other outcome', () => {
    const outcomes = lookups.flatMap((lookup) =>
      recordedVersions.map((version) => outcomeOf(lookup, version)),
    )
    const all = new Map(outcomes.map((outcome) => [JSON.stringify(outcome), outcome]))
    const unnoticed: string[] = []
    let tried = 0
    for (const lookup of lookups) {
      for (const version of recordedVersions) {
        if (knownDifferences.has(`${lookupScenario}/${lookup.id} by ${version}`)) continue
        const ours = askKernel(lookup, version)
        for (const [text, other] of all) {
          if (text === JSON.stringify(outcomeOf(lookup, version))) continue
          tried += 1
          if (lookupDifference(other, ours) === undefined) unnoticed.push(`${lookup.id} ${version}: ${text}`)
        }
      }
    }
    expect(unnoticed).toEqual([])
    expect(tried).toBeGreaterThan(lookups.length * recordedVersions.length)
  })

  it('which of its sessions was sent and where the prompt was written', () => {
    const unnoticed = lookups.flatMap((lookup) => {
      const expected = Object.keys(lookup.files).flatMap((session): LookupOutcome[] => {
        const prompt = promptIn(lookup, session)
        return prompt === undefined ? [] : [{ kind: 'resumed', session, appendedTo: [session] }]
      })
      const wrong = expected.filter((outcome) => {
        if (outcome.kind !== 'resumed') return true
        const seen = normaliseLookup(lookup, resultWith(promptIn(lookup, outcome.session), outcome.session))
        return lookupDifference(outcome, seen) !== undefined
      })
      return wrong.map((outcome) => `${lookup.id}: ${JSON.stringify(outcome)}`)
    })
    expect(unnoticed).toEqual([])
  })
})

describe('normaliseLookup', () => {
  it('takes a refusal for one, also where a request without the past slipped out before the end', () => {
    const result = {
      ...resultWith(undefined, 'own/x.jsonl'),
      exitCode: 1,
      stderr: 'No conversation found with session ID: x',
    }
    expect(normaliseLookup(lookups[0], result)).toEqual({
      kind: 'refused',
      exitCode: 1,
      reason: 'No conversation found with session ID',
    })
  })
})

function outcomeOf(
  { id, outcomes }: RecordedLookup,
  version: (typeof recordedVersions)[number],
): LookupOutcome {
  const outcome = outcomes[version]
  if (outcome === undefined) throw new Error(`${lookupScenario}/${id} was not asked of ${version}`)
  return outcome
}

function promptIn({ files }: RecordedLookup, path: string): string | undefined {
  return /\bp:\w+/.exec(new TextDecoder().decode(files[path].bytes))?.[0]
}

/** A run that sent one session's prompt before the new one. */
function resultWith(past: string | undefined, prompted: string): LaidOutResult {
  const messages = [past, resumePrompt].map((content) => ({ role: 'user', content }))
  return {
    exitCode: 0,
    hangs: false,
    stdout: 'ok',
    stderr: '',
    milliseconds: 1,
    requests: [{ method: 'POST', path: '/v1/messages', headers: {}, body: { messages } }],
    prompted: [prompted],
    places: { own: '', other: '', projects: '', work: '', elsewhere: '' },
  }
}

function wholeText({ files, outcomes, args }: RecordedLookup): string {
  const texts = Object.values(files).map(({ bytes }) => new TextDecoder().decode(bytes))
  return [...texts, ...args, JSON.stringify(outcomes)].join('\n')
}
