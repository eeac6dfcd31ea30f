import type { Again, Call } from './call.ts'
import { repeatedBy, supersededBy } from './result-text.ts'

/**
 * Reads whose file stands in full in a later call.
 *
 * A later read of the whole file or of the same part has it, and so has a write, whose input is the
 * file. An edit does not: the read before it is all that the model knows of the rest of the file.
 */
export function supersededReads(calls: Iterable<Call>): Map<Call, Again> {
  const found = new Map<Call, Again>()
  const latest = new Map<string, Call>()
  for (const call of [...calls].toReversed()) {
    const { file } = call
    if (file === null || file.kind === 'edit' || call.failed || call.wasTrimmed) continue
    const whole = `${file.path}\0`
    const part = `${whole}${file.part}`
    const later = latest.get(whole) ?? latest.get(part)
    if (later !== undefined && file.kind === 'read') found.set(call, { later, note: supersededBy(later.id) })
    else if (file.part !== '' || file.whole) latest.set(part, call)
  }
  return found
}

/** Results that a later call gave again. The latest stays: it is trimmed last. */
export function repeatedOutputs(calls: Iterable<Call>): Map<Call, Again> {
  const found = new Map<Call, Again>()
  const latest = new Map<string, Call>()
  for (const call of [...calls].toReversed()) {
    if (call.digest === '') continue
    const later = latest.get(call.digest)
    if (later === undefined) latest.set(call.digest, call)
    else found.set(call, { later, note: repeatedBy(later.id) })
  }
  return found
}

/** Calls that failed where a later attempt at the same thing, in the same turn, did not. */
export function retriedCalls(calls: Iterable<Call>): Set<Call> {
  const found = new Set<Call>()
  const succeeded = new Map<string, number>()
  for (const call of [...calls].toReversed()) {
    if (call.resultRows.length === 0 || call.human) continue
    const key = `${call.turn}\0${call.attempt}`
    const message = succeeded.get(key)
    // Calls of one message were made at once: none of them is another's second attempt.
    if (call.failed && message !== undefined && message !== call.messages[0]) found.add(call)
    else if (!call.failed && message === undefined) succeeded.set(key, call.messages[0])
  }
  return found
}
