/** The style of an exported page: light and dark as the reader's system is, readable from 320 pixels on. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --bg: #fff; --fg: #1f2328; --dim: #656d76; --line: #d8dee4; --soft: #f6f8fa;
  --prompt: #eef4ff; --accent: #0b5cad; --red: #b3261e; --green: #1a7f37; --redbg: #ffebe9; --greenbg: #dafbe1; --key: #8250df; --warn: #8a5a00 }
@media (prefers-color-scheme: dark) { :root { --bg: #0d1117; --fg: #e6edf3; --dim: #8d96a0; --line: #30363d; --soft: #161b22;
  --prompt: #12233d; --accent: #6cb6ff; --red: #ff7b72; --green: #56d364; --redbg: #3c1618; --greenbg: #12351f; --key: #d2a8ff; --warn: #e3b341 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--fg); font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
main, header { max-width: 56rem; margin: 0 auto; padding: 0 1rem }
header { padding-top: 1.5rem } h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem }
.dim, .meta { color: var(--dim); font-size: .875rem } .meta { margin: .1rem 0 }
a { color: var(--accent) }
section { border-top: 1px solid var(--line); margin-top: 1.75rem; padding-top: 1rem }
section > h2 { font-size: .875rem; margin: 0 0 .5rem; color: var(--dim); font-weight: 600; display: flex; gap: .75rem; flex-wrap: wrap }
.prompt { background: var(--prompt); border-radius: .5rem; padding: .6rem .9rem; white-space: pre-wrap; font-weight: 500 }
.activity { color: var(--dim); font-size: .875rem; margin: .5rem 0 1rem }
h3, h4, h5, h6 { margin: 1.1rem 0 .4rem; line-height: 1.3 } p { margin: .6rem 0 } li > p:first-child { margin-top: 0 }
ul, ol { padding-left: 1.6rem; margin: .5rem 0 } li.task { list-style: none; margin-left: -1.3rem }
blockquote { margin: .6rem 0; padding: 0 .9rem; border-left: 3px solid var(--line); color: var(--dim) }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
code { background: var(--soft); border-radius: .25rem; padding: .1em .3em }
pre { background: var(--soft); border-radius: .5rem; padding: .7rem .9rem; margin: .6rem 0; overflow: auto; max-height: 40rem; white-space: pre-wrap }
pre code { background: none; padding: 0; font-size: 1em }
.wide { overflow-x: auto; margin: .6rem 0 } table { border-collapse: collapse; font-size: .9375rem } th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; overflow-wrap: normal }
.right { text-align: right } .center { text-align: center } hr { border: 0; border-top: 1px solid var(--line); margin: 1rem 0 }
details { margin: .35rem 0; border: 1px solid var(--line); border-radius: .5rem; padding: 0 .75rem }
details > :last-child { margin-bottom: .6rem }
summary { cursor: pointer; padding: .35rem 0; font-size: .9375rem } summary code { background: none; padding: 0; color: var(--dim) }
.aside summary, .aside pre { color: var(--dim) }
.ok::before { content: "● "; color: var(--green) } .failed::before { content: "✗ "; color: var(--red) } .open::before { content: "○ "; color: var(--dim) }
.added { color: var(--green) } .removed { color: var(--red) } .error { color: var(--red) } .mark { color: var(--warn); font-size: .875rem }
.diff { padding: .4rem 0 } .diff span { display: flex; padding: 0 .9rem; min-height: 1.5em } .diff .i { background: var(--greenbg) } .diff .d { background: var(--redbg) } .diff .gap { color: var(--dim) }
.diff b { flex: none; min-width: 2.5em; margin-right: .75em; text-align: right; font-weight: 400; color: var(--dim); user-select: none }
.agent { font-size: .9375rem; margin: .35rem 0 } p.agent, .agent > summary { color: var(--accent) } details.agent { border-left: 3px solid var(--accent) }
.c { color: var(--dim) } .k { color: var(--key) } .s { color: var(--green) } pre code .d { color: var(--red) }
.compaction { text-align: center; color: var(--dim); font-size: .875rem; border-top: 1px dashed var(--line); margin: 1.25rem 0 0; padding-top: .5rem }
img { max-width: 100%; height: auto; border-radius: .5rem; display: block; margin: .5rem 0 }
footer { max-width: 56rem; margin: 2rem auto; padding: 1rem; color: var(--dim); font-size: .8125rem; border-top: 1px solid var(--line) }
@media (max-width: 30rem) { body { font-size: 15px } main, header, footer { padding-left: .75rem; padding-right: .75rem } pre { padding: .6rem .65rem } .diff b { min-width: 2em; margin-right: .4em } }
@media print { details:not(.agent) { break-inside: avoid } pre { max-height: none } }
`

/** Its SHA-256 in base64: the page's policy allows this style and no other. */
export const PAGE_STYLE_HASH = '1szOfohbGZMS/O3kzggNun/xrXV41knMPCkwGfQMi9w='
