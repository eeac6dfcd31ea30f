import { afterAll, describe, expect, it } from 'vitest'
import { answer, at, DEMO, lines, prompt, result, row, Workbench } from '../../test/run-skein.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64')
const image = (mediaType: string, data: string): object => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType, data },
})
const edit = {
  type: 'tool_use',
  id: 't',
  name: 'Edit',
  input: { file_path: '/home/ada/app/a.ts', old_string: '1', new_string: '2' },
}
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1)) [b](  JaVaScRiPt:alert(1)) [c](data:text/html,x) [d](vbscript:x)',
  '![e](https://evil.example/pixel.png)',
  '[ref]: javascript:alert(1)',
  '<javascript:alert(1)> [x][ref]',
  '`<script>` </details></section></body>',
  '"\'&\u001b[31m\u202e',
].join('\n\n')

bench.write(
  's.jsonl',
  lines(
    row('user', 'a', null, {
      timestamp: at(0),
      message: {
        role: 'user',
        content: [
          { type: 'text', text: `Fix <b>it</b>\n${HOSTILE}` },
          image('image/png', PNG),
          image('image/png', Buffer.from('<svg onload=alert(1)>').toString('base64')),
          image('image/svg+xml', `${PNG}" onload="alert(1)`),
        ],
      },
    }),
    answer('b', 'a', { type: 'thinking', thinking: HOSTILE, signature: 'x' }, 1),
    answer(
      'c',
      'b',
      `**Sure.** See [docs](https://example.com/?a=1&b="2").\n\n${HOSTILE}\n\n| a |\n|---|\n| ${'<b>'} |\n\n- [x] done\n`,
      2,
    ),
    answer('d', 'c', edit, 3),
    result('e', 'd', 't', 4, {
      text: 'ok',
      value: {
        filePath: '/home/ada/app/a.ts',
        oldString: '1',
        newString: '2',
        originalFile: '1',
        structuredPatch: [
          { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-1</pre><script>', '+2'] },
        ],
      },
    }),
    answer(
      'f',
      'e',
      { type: 'tool_use', id: 'u', name: HOSTILE, input: { command: HOSTILE, [HOSTILE]: HOSTILE } },
      5,
    ),
    result('g', 'f', 'u', 6, { text: HOSTILE, error: true }),
    { type: 'custom-title', customTitle: HOSTILE },
  ),
)

describe('skein export html', () => {
  const { code, stdout, stderr } = bench.run(['export', 'html', 's.jsonl'])

  it('is one page that loads and runs nothing', () => {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const tags = new Set(
      Array.from(stdout.matchAll(/<\/?([a-z][a-z0-9]*)/gi), ([, name]) => name.toLowerCase()),
    )
    const known =
      'html head meta title style body header h1 p main section h2 h3 h4 h5 h6 a span div pre details summary strong em del code b img footer ul ol li input table thead tbody tr th td blockquote hr br'
    expect([...tags].filter((tag) => !known.split(' ').includes(tag))).toEqual([])
    expect(Array.from(stdout.matchAll(/\s(on[a-z]+|style|srcset)="/gi))).toEqual([])
    const addresses = Array.from(stdout.matchAll(/\s(?:href|src)="([^"]*)"/g), ([, address]) =>
      address.replace(/[,?].*/, ''),
    )
    expect([...new Set(addresses)].toSorted()).toEqual([
      '#turn-1',
      'data:image/png;base64',
      'https://evil.example/pixel.png',
      'https://example.com/',
    ])
    expect(stdout).toMatch(
      /http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[^"']+'; img-src data:;/,
    )
    expect(stdout).toContain(
      '<a href="https://example.com/?a=1&amp;b=&quot;2&quot;" rel="noopener noreferrer nofollow">docs</a>',
    )
  })

  it('shows pictures whose bytes are pictures, and names the others', () => {
    const pictures = Array.from(stdout.matchAll(/<img src="([^"]*)" alt="([^"]*)">/g), ([, source]) => source)
    // The second claims to be a PNG and is none; the third is one, whatever stands behind it.
    expect(pictures).toEqual([
      `data:image/png;base64,${PNG}`,
      expect.stringMatching(/^data:image\/png;base64,[A-Za-z0-9+/=]+$/),
    ])
    expect(stdout).toContain('<p class="dim">[image png 21 B]</p>')
    expect(bench.run(['export', 'html', 's.jsonl', '--redact']).stdout).not.toContain('<img')
  })

  it('renders answers, changes and folded calls', () => {
    expect(stdout).toContain('<strong>Sure.</strong>')
    expect(stdout).toContain('<li class="task"><input type="checkbox" disabled checked> done</li>')
    expect(stdout).toContain(
      '<span class="d"><b>1</b>- 1&lt;/pre&gt;&lt;script&gt;</span><span class="i"><b>1</b>+ 2</span>',
    )
    expect(stdout).toContain('<details class="aside"><summary>Thinking: ')
    // oxlint-disable-next-line no-control-regex
    expect(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/.test(stdout)).toBe(false)
  })
})

describe('skein export md', () => {
  it('is readable, and holds no HTML of the transcript', () => {
    const { code, stdout, stderr } = bench.run(['export', 'md', 's.jsonl'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('\n> Fix &lt;b>it&lt;/b>\n')
    expect(stdout).toContain('\n**Sure.** See [docs](https://example.com/?a=1&b="2").\n')
    expect(stdout).toContain('```diff\n-1</pre><script>\n+2\n```')
    // Outside of code every tag is one of ours.
    const text = stdout.replaceAll(/^(`{3,})[^]*?^\1$/gm, '').replaceAll(/`[^`\n]*`/g, '')
    const tags = new Set(Array.from(text.matchAll(/<\/?([a-z]+)/gi), ([, name]) => name))
    expect([...tags].toSorted()).toEqual(['code', 'details', 'strong', 'summary'])
    expect(/[^\\]\]\(\s*(?:javascript|data|vbscript):/i.test(text)).toBe(false)
    expect(/(?:^|[^\\])!\[/.test(text)).toBe(false)
  })

  it('tells the demo', () => {
    const { stdout } = bench.run([
      'export',
      'md',
      `${DEMO}-home-ada-tidepool/52eb6ea7-3af3-4db7-a9a5-b77e51bbeedd.jsonl`,
    ])
    expect(stdout).toMatch(/^# Flaky cache test: inject a clock\n/)
    expect(stdout).toContain('\n> Lovely. Commit it?\n')
  })
})

describe('skein export json', () => {
  it('has what show --full --json has', () => {
    const exported = bench.run(['export', 'json', 's.jsonl']).stdout
    expect(exported).toBe(bench.run(['show', 's.jsonl', '--full', '--json']).stdout)
  })
})

describe('every form', () => {
  bench.write(
    'branch.jsonl',
    lines(
      prompt('a', null, 'One', 0),
      answer('b', 'a', 'alpha', 1),
      prompt('c', 'b', 'Two', 2),
      answer('d', 'c', 'beta', 3),
      prompt('e', 'b', 'Three', 4),
      answer('f', 'e', 'gamma', 5),
    ),
  )

  it.each(['md', 'html', 'json'])('%s takes turns and branches', (form) => {
    const one = bench.run(['export', form, 'branch.jsonl', '--turn', '2']).stdout
    expect([one.includes('alpha'), one.includes('gamma')]).toEqual([false, true])
    const branch = bench.run(['export', form, 'branch.jsonl', '--branch', '1']).stdout
    expect([branch.includes('beta'), branch.includes('gamma')]).toEqual([true, false])
  })

  it.each(['md', 'html', 'json', 'api'])('%s of a file that is not there is one line', (form) => {
    expect(bench.run(['export', form, 'gone.jsonl'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'skein: no such file gone.jsonl: check the path\n',
    })
  })
})
