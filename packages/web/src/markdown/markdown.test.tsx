import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Markdown } from './markdown.tsx'
import { withoutMath } from './math.ts'
import { mathElements } from './math-elements.ts'
import { httpsHref, safeHref } from './safe-href.ts'

const html = (text: string): string => renderToStaticMarkup(<Markdown text={text} />)

/** Every tag that is open in a page, with its attributes. */
const tags = (page: string): string[] => page.match(/<[a-zA-Z][^>]*>/g) ?? []

describe('Markdown', () => {
  it.each([
    ['a **b** _c_ ~~d~~ `e`', '<p>a <strong>b</strong> <em>c</em> <del>d</del> <code>e</code></p>'],
    ['# One', '<h3 class="md-h1">One</h3>'],
    ['> said', '<blockquote><p>said</p></blockquote>'],
    ['3. x', '<ol start="3"><li>x</li></ol>'],
    ['a &lt; b &amp; c', '<p>a &lt; b &amp; c</p>'],
  ])('%s', (text, inside) => expect(html(text)).toBe(`<div class="md">${inside}</div>`))

  it('draws tables in a frame that scrolls, and lists of tasks with boxes', () => {
    expect(html('| a | b |\n|---|--:|\n| 1 | 2 |')).toContain(
      '<td>1</td><td class="md-right">2</td></tr></tbody></table></div>',
    )
    expect(html('- [x] done\n- [ ] open').match(/<input[^>]*>/g)).toHaveLength(2)
  })

  it('leads to http, https and mailto, in a tab that knows nothing of this one', () => {
    expect(html('[a](https://x.test/y)')).toContain(
      '<a href="https://x.test/y" target="_blank" rel="noopener noreferrer nofollow"',
    )
    expect(html('<mailto:a@x.test>')).toContain('href="mailto:a@x.test"')
  })

  it('shows pull requests as chips', () => {
    expect(html('https://github.com/o/r/pull/12')).toContain('o/r#12')
  })

  it('shows masked secrets as chips, in prose and in code', () => {
    const page = html('key [redacted:github-token:1] and `[redacted:password:2]`')
    expect(page.match(/class="secret"/g)).toHaveLength(2)
    expect(page).not.toContain('[redacted:')
  })

  it('gives up on texts that a lexer takes too long for', () => {
    expect(html('_a'.repeat(30_000))).toMatch(/^<pre class="md md-plain">/)
  })
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><animate onbegin=alert(1)></svg>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>@import "https://evil.test/x.css"</style>',
  '<details open ontoggle=alert(1)>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '[x](blob:https://x.test/1)',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '![x](https://evil.test/pixel.png)',
  '![x](javascript:alert(1))',
  '![x" onerror="alert(1)](y)',
  '[x](https://x.test "onmouseover=alert(1)")',
  '```"><img src=x onerror=alert(1)>\ncode\n```',
  '```mermaid\ngraph TD; A["<img src=x onerror=alert(1)>"]\n```',
  '| <img src=x onerror=alert(1)> |\n|---|\n| <script>alert(1)</script> |',
  '$\\href{javascript:alert(1)}{x}$ $\\htmlStyle{color:red}{y}=$',
  '$\\includegraphics{https://evil.test/x.png}=$',
  '\u202e<img src=x onerror=alert(1)>',
]

describe('hostile text', () => {
  it.each(HOSTILE)('%j stays text', (text) => {
    const page = html(`${text}\n\nafter`)
    for (const tag of tags(page)) {
      expect(tag).not.toMatch(
        /^<(?:script|img|svg|iframe|style|object|embed|link|meta|form|base)\b(?! class=)/i,
      )
      expect(tag.replaceAll(/"[^"]*"/g, '')).not.toMatch(/\son\w+=|srcdoc|\sstyle=/i)
      const href = /\shref="([^"]*)"/.exec(tag)
      if (href !== null) expect(href[1]).toMatch(/^(?:https?:\/\/|mailto:)/)
      expect(tag).not.toMatch(/\ssrc=/)
    }
    expect(page).not.toContain('\u202e')
  })
})

describe('addresses', () => {
  it.each([
    ['https://x.test', 'https://x.test/'],
    ['mailto:a@x.test', 'mailto:a@x.test'],
    ['  https://x.test', 'https://x.test/'],
    ['javascript:alert(1)', null],
    ['\tjava\tscript:alert(1)', null],
    ['//x.test/a', null],
    ['/api/me', null],
    [`https://x.test/${'a'.repeat(5000)}`, null],
  ])('%j', (href, safe) => expect(safeHref(href)).toBe(safe))

  it('of tools are https alone', () => {
    expect([httpsHref('https://x.test'), httpsHref('http://x.test'), httpsHref('mailto:a@b.test')]).toEqual([
      'https://x.test/',
      null,
      null,
    ])
  })
})

describe('formulas', () => {
  const found = (text: string): string[] =>
    withoutMath(text).formulas.map(({ tex, display }) => `${display ? '$$' : '$'}${tex}`)

  it.each([
    ['so $a_i = b^2$ holds', ['$a_i = b^2$'.slice(0, -1)]],
    ['$$\n\\int x\n$$', ['$$\\int x']],
    ['\\(x+1\\) and \\[y\\]', ['$x+1', '$$y']],
    ['it costs $5 and $10', []],
    ['$HOME/$USER and $PATH', []],
    ['`$a=b$` and\n```\n$$x=1$$\n```', []],
  ])('%j', (text, formulas) => expect(found(text)).toEqual(formulas))

  it('become MathML without anything that leads or loads', () => {
    const page = renderToStaticMarkup(<>{mathElements({ tex: '\\frac{a}{b^2}', display: true })}</>)
    expect(page).toContain('<mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac>')
    expect(mathElements({ tex: '\\frac{', display: false })).toBeNull()
    const hostile = renderToStaticMarkup(
      <>{mathElements({ tex: '\\href{javascript:alert(1)}{x}\\htmlStyle{color:red}{y}', display: false })}</>,
    )
    expect(hostile).not.toMatch(/href=|style=|<a\b/)
  })

  it('that expand without end are given up', () => {
    expect(mathElements({ tex: '\\def\\a{\\a\\a}\\a', display: false })).toBeNull()
  })
})
