import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOurCommand, withHook, withoutHook } from './hook-settings.ts'

const COMMAND = 'skein trace hook'
const OURS = { hooks: [{ type: 'command', command: COMMAND, timeout: 10 }] }
const ALL = { Stop: [OURS], SubagentStop: [OURS], SessionEnd: [OURS] }

describe('withHook', () => {
  it('makes settings where there are none', () => {
    expect(withHook('', COMMAND)).toBe(`${JSON.stringify({ hooks: ALL }, null, 2)}\n`)
    expect(withHook('{}\n', COMMAND)).toBe(`${JSON.stringify({ hooks: ALL }, null, 2)}\n`)
  })

  it.each([
    ['two spaces', 2, '\n'],
    ['four spaces', 4, '\n'],
    ['tabs', '\t', '\n'],
    ['Windows lines', 2, '\r\n'],
  ])('keeps the layout: %s', (_name, indent, newline) => {
    const before = {
      model: 'opus',
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] },
      z: [1],
    }
    const after = {
      model: 'opus',
      hooks: {
        Stop: [...before.hooks.Stop, OURS],
        SubagentStop: [OURS],
        SessionEnd: [OURS],
      },
      z: [1],
    }
    const laidOut = (value: unknown): string =>
      `${JSON.stringify(value, null, indent)}\n`.replaceAll('\n', newline)
    expect(withHook(laidOut(before), COMMAND)).toBe(laidOut(after))
  })

  it('leaves every other byte as it is', () => {
    const text =
      '{ "n": 1.50e3, "s": "\\u00e9",\n  "list": ["a","b"],\n  "hooks": {"Stop": [{"hooks": []}]}, "n": 2 }'
    const ours = JSON.stringify(OURS)
    expect(withHook(text, COMMAND)).toBe(
      `{ "n": 1.50e3, "s": "\\u00e9",\n  "list": ["a","b"],\n  "hooks": {"Stop": [{"hooks": []},${ours}],"SubagentStop":[${ours}],"SessionEnd":[${ours}]}, "n": 2 }`,
    )
  })

  it('stays on one line where all of it is on one', () => {
    expect(withHook('{"model":"opus"}', COMMAND)).toBe(JSON.stringify({ model: 'opus', hooks: ALL }))
  })

  it('changes nothing the second time', () => {
    const once = withHook('{\n\t"a": 1\n}\n', COMMAND)
    expect(withHook(once, COMMAND)).toBe(once)
  })

  it('takes the place of a hook of another install', () => {
    const old = withHook('{"a":1}', "/usr/bin/node '/old place/bin/skein.js' trace hook")
    expect(withHook(old, COMMAND)).toBe(withHook('{"a":1}', COMMAND))
  })

  it.each([
    ['// a comment\n{}', 'it is not JSON'],
    ['{"a":1,}', 'it is not JSON'],
    ['[]', 'it is not a JSON object'],
    ['{"hooks":[]}', 'its "hooks" is not an object'],
    ['{"hooks":{"Stop":{}}}', 'its "hooks.Stop" is not a list'],
  ])('refuses %j', (text, problem) => {
    expect(() => withHook(text, COMMAND)).toThrow(problem)
  })

  it('keeps a byte order mark', () => {
    expect(withHook('\uFEFF{"a":1}', COMMAND)).toBe(`\uFEFF${JSON.stringify({ a: 1, hooks: ALL })}`)
  })
})

describe('withoutHook', () => {
  it('takes back what an install did', () => {
    for (const text of ['{\n  "model": "opus"\n}\n', '{"model":"opus"}', '{\n\t"a": [],\n\t"b": {}\n}'])
      expect(withoutHook(withHook(text, COMMAND))).toBe(text)
  })

  it('leaves hooks of others, also in the same group', () => {
    const other = { type: 'command', command: 'notify skein trace hook later' }
    const text = JSON.stringify(
      { hooks: { Stop: [{ matcher: '', hooks: [other, ...OURS.hooks] }], PreCompact: [] } },
      null,
      2,
    )
    expect(withoutHook(text)).toBe(
      JSON.stringify({ hooks: { Stop: [{ matcher: '', hooks: [other] }], PreCompact: [] } }, null, 2),
    )
  })

  it('finds ours under events that this version does not install', () => {
    expect(withoutHook(JSON.stringify({ hooks: { PreCompact: [OURS] }, a: 1 }))).toBe('{"a":1}')
  })

  it('undoes an install in any settings', () => {
    const settings = fc.record(
      {
        hooks: fc.record(
          {
            Stop: fc.constant([{ hooks: [{ type: 'command', command: 'x' }] }]),
            PreToolUse: fc.array(fc.jsonValue(), { minLength: 1 }),
          },
          { requiredKeys: ['PreToolUse'] },
        ),
        other: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(settings, fc.constantFrom(undefined, 2, 4, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const installed = withHook(text, COMMAND)
        const hooks: { readonly Stop?: readonly object[] } = value.hooks ?? {}
        expect(JSON.parse(installed)).toEqual({
          ...JSON.parse(text),
          hooks: { ...JSON.parse(JSON.stringify(hooks)), ...ALL, Stop: [...(hooks.Stop ?? []), OURS] },
        })
        expect(JSON.parse(withoutHook(installed))).toEqual(JSON.parse(text))
      }),
    )
  })
})

describe('isOurCommand', () => {
  it.each([
    'skein trace hook',
    "/usr/bin/node '/a b/bin/skein.js' trace hook",
    '"C:\\node.exe" "C:\\x\\skein.js" trace hook',
  ])('knows %s', (command) => expect(isOurCommand(command)).toBe(true))

  it.each(['skein trace hooks', 'myskein trace hook', 'echo skein trace', 'skein trace hook; rm x'])(
    'does not know %s',
    (command) => expect(isOurCommand(command)).toBe(false),
  )
})
