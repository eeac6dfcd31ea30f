import { describe, expect, it } from 'vitest'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { MARK, markOf } from './text-mark.ts'

function mark(json: string): number {
  const bytes = encodeUtf8(json)
  return markOf(bytes, 1, bytes.length - 1)
}

describe('markOf', () => {
  it.each([
    ['<command-name>/clear</command-name>', MARK.command],
    ['<command-message>clear', MARK.command],
    ['<local-command-stdout>x', MARK.commandOutput],
    ['<bash-input>ls</bash-input>', MARK.bashInput],
    ['<bash-stdout>', MARK.bashOutput],
    ['<ide_selection>The user selected', MARK.ideSelection],
    ['<ide_opened_file>', MARK.ideOpenedFile],
    ['<task-notification>', MARK.taskNotification],
    ['<system-reminder>', MARK.systemReminder],
    ['[Request interrupted by user for tool use]', MARK.interruption],
    ['[Tool call interrupted: x]', MARK.interruption],
    ["The user doesn't want to proceed with this tool use. The tool", MARK.denied],
    ['<tool_use_error>File', MARK.toolError],
    ['This session is being continued from a previous conversation that', MARK.continued],
    ['<command-nam', MARK.none],
    ['hello <command-name>', MARK.none],
    [' <command-name>', MARK.none],
    ['<', MARK.none],
    ['', MARK.none],
  ])('knows how %j begins', (text, expected) => {
    expect(mark(JSON.stringify(text))).toBe(expected)
  })

  it('reads through the escapes of other writers', () => {
    expect(mark(String.raw`"\u003ccommand-name\u003e/x"`)).toBe(MARK.command)
    expect(mark(String.raw`"<command-name\u003e/x"`)).toBe(MARK.command)
    expect(mark(String.raw`"\u005bRequest interrupted by user]"`)).toBe(MARK.interruption)
    expect(mark(String.raw`"\n<command-name>"`)).toBe(MARK.none)
    expect(mark(String.raw`"\u005cu003ccommand-name>"`)).toBe(MARK.none)
    expect(mark(String.raw`"<command-name\\u003e"`)).toBe(MARK.none)
    expect(mark(String.raw`"<command-name\u005cu003e"`)).toBe(MARK.none)
  })

  it('looks at nothing beyond the text', () => {
    const bytes = encodeUtf8('"<command-name>"')
    expect(markOf(bytes, 1, 8)).toBe(MARK.none)
    expect(markOf(bytes, 1, 1)).toBe(MARK.none)
  })
})
