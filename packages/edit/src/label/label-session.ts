import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { liveSessions } from '@skein/store'
import { customTitleLine, tagLine } from '@skein/transcript'
import { EditError } from '../errors.ts'
import { writeError } from '../publish/write-error.ts'

/** A title or a tag; an empty tag removes the session's tag. */
export type Label = { readonly title: string } | { readonly tag: string }

/**
 * Writes a title or a tag behind the last line of a session's own transcript, as Claude Code itself does: the one write to
 * an original that there is. One whole line in one write; nothing that stands there is touched.
 */
export function labelSession(path: string, label: Label, { force = false } = {}): void {
  const session = basename(path, '.jsonl')
  const owner = liveSessions([dirname(dirname(dirname(path)))]).find((live) => live.session === session)
  if (owner !== undefined && !force)
    throw new EditError('in-use', `Claude Code has the session open (process ${owner.pid})`, {
      remedy: 'end it, use /rename in it, or say --force',
    })
  const line = 'title' in label ? customTitleLine(session, label.title) : tagLine(session, label.tag)
  try {
    appendLine(path, line)
  } catch (error) {
    throw writeError(error, path)
  }
}

function appendLine(path: string, line: string): void {
  // Not `a+`, which makes a file where there is none: a session that was deleted would be one line long.
  const descriptor = openSync(path, constants.O_RDWR | constants.O_APPEND)
  try {
    const { size } = fstatSync(descriptor)
    const last = Buffer.alloc(1)
    if (size > 0) readSync(descriptor, last, 0, 1, size - 1)
    // A line that was torn by a crash must not swallow this one.
    const bytes = Buffer.from(size > 0 && last[0] !== 0x0a ? `\n${line}` : line)
    const written = writeSync(descriptor, bytes)
    if (written < bytes.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
