import { ExpectedError } from '@skein/store'

/**
 * The one error class of edits: what was asked for cannot be, and nothing was written. `message` says
 * what, `remedy` what to do about it.
 */
export class EditError extends ExpectedError<EditErrorCode> {
  override readonly name = 'EditError'
}

/**
 * `not-found`: no such entry, turn or branch; `nothing-to-do`: the edit would change nothing;
 * `out-of-reach`: the target lies below what the edit can do; `exists`: what would be written is there
 * already; `in-use`: a running program has the session; `changed`: it is not what Skein wrote any more;
 * `refused`: the result would have a fault that the original has not; `option`: a value that makes no
 * sense; `unreadable`, `unwritable`: the disk; `remote`: the API that was asked; `cancelled`: the user stopped it.
 */
export type EditErrorCode =
  | 'not-found'
  | 'nothing-to-do'
  | 'out-of-reach'
  | 'exists'
  | 'in-use'
  | 'changed'
  | 'refused'
  | 'option'
  | 'unreadable'
  | 'unwritable'
  | 'remote'
  | 'cancelled'
