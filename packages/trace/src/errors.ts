import { ExpectedError } from '@skein/store'

/**
 * The one error class of traces: what was asked for cannot be. `message` says what, `remedy` what to do about it;
 * neither holds a key, a header or the query of an address.
 */
export class TraceError extends ExpectedError<TraceErrorCode> {
  override readonly name = 'TraceError'
}

/**
 * `config`: trace.json, a variable or a flag cannot be used; `no-target`: none is configured, or none by that name;
 * `exists`: what would be written is there already; `unwritable`: the disk; `stopped`: the target does not take
 * anything any more; `cancelled`: the user stopped it.
 */
export type TraceErrorCode = 'config' | 'no-target' | 'exists' | 'unwritable' | 'stopped' | 'cancelled'
