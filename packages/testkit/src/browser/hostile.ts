import type { Teller } from '../corpus/demo-teller.ts'
import { Teller as Told } from '../corpus/demo-teller.ts'
import { call } from './stories.ts'

/** Nobody answers there; a page that asks has been talked into it. */
export const AWAY = 'http://192.0.2.1'
const RUN = 'globalThis.ran=(globalThis.ran||0)+1'

/** Texts that want to become something else. Whatever element comes of one has the class `evil`. */
export const HOSTILE: readonly string[] = [
  `<img class="evil" src="x" onerror="${RUN}">`,
  `<script class="evil">${RUN}</script>`,
  `"><svg class="evil" onload="${RUN}"><animate onbegin="${RUN}" attributeName="x"/></svg>`,
  `<iframe class="evil" srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<object class="evil" data="data:text/html,<script>${RUN}</script>"></object>`,
  `<base class="evil" href="${AWAY}/"><meta class="evil" http-equiv="refresh" content="0;url=${AWAY}/">`,
  `<style class="evil">body{background:url(${AWAY}/style)}</style><link class="evil" rel="stylesheet" href="${AWAY}/link">`,
  `<form class="evil" action="${AWAY}/form"><button class="evil" autofocus onfocus="${RUN}">x</button></form>`,
  `<details class="evil" open ontoggle="${RUN}">x</details><video class="evil"><source onerror="${RUN}"></video>`,
  `<a class="evil" href="javascript:${RUN}">press</a>`,
  `[press](javascript:${RUN}) [or](JaVaScRiPt:${RUN}) [or](&#106;avascript:${RUN}) [or](data:text/html,<script>${RUN}</script>)`,
  `[press][ref] <javascript:${RUN}>\n\n[ref]: javascript:${RUN} "x"`,
  `![picture](${AWAY}/picture.png) ![picture](javascript:${RUN}) ![x](x" onerror="${RUN})`,
  `\`\`\`mermaid\ngraph TD\n  A["<img class=evil src=x onerror=${RUN}>"] --> B\n  click A "javascript:${RUN}"\n\`\`\``,
  `$\\href{javascript:${RUN}}{x}$ $$\\htmlClass{evil}{x}\\includegraphics{${AWAY}/tex.png}$$`,
  'safe\u202Egpj.exe \u2066hidden\u2069 \u200F\u200E \u0007\u0000\u0008bell \u009B31m csi',
  `\u001b]8;;javascript:${RUN}\u0007press\u001b]8;;\u0007 \u001b[2J\u001b[999;999H\u001b]0;title\u0007`,
  '__proto__ constructor toString {{7*7}} ${7*7} %s %n',
  'W'.repeat(100_000),
]

/** A session in which everything that can be written was written by somebody with bad intent. */
export function hostileSession(): Teller {
  const [picture] = HOSTILE
  const story = new Told({
    seed: 'browser hostile',
    version: '2.1.325',
    cwd: `/home/ada/${picture.replaceAll('/', '-')}\u202Egpj`,
    gitBranch: `feature-${picture}`,
    slug: 'evil',
    at: '2026-06-05T09:00:00.000Z',
    files: { [`src/${picture}.ts`]: `const a = '${picture}'\n` },
  })
  const { workspace } = story
  for (const [i, text] of HOSTILE.entries()) {
    story.wait(10).prompt(text)
    story.beat({ think: text, say: text })
    story.beat({
      calls: [
        workspace.bash(text, text, text),
        call(`mcp__${text.slice(0, 60)}`, { input: { [text.slice(0, 60)]: text }, content: text }),
        call('WebFetch', { input: { url: `javascript:${RUN}`, prompt: text }, content: text }),
        call('Write', { input: { file_path: `/x/${text.slice(0, 200)}`, content: text }, content: text }),
        call('Grep', { input: { pattern: text }, content: `${text.slice(0, 200)}:1:${text}` }),
        call('TodoWrite', {
          input: { todos: [{ content: text, status: text.slice(0, 20) }] },
          content: text,
        }),
        call('AskUserQuestion', {
          input: {
            questions: [{ question: text, header: text, options: [{ label: text, description: text }] }],
          },
          content: text,
        }),
        call('ExitPlanMode', { input: { plan: text }, content: text }),
      ],
    })
    story.beat({
      say: `${text}\n\n> ${text}\n\n- ${text}\n\n| a |\n| - |\n| ${text.replaceAll('\n', ' ')} |`,
    })
    story.endTurn(i === HOSTILE.length - 1 ? `${picture} \u202Etitle` : undefined)
  }
  story.wait(10).prompt('Send somebody.')
  story.beat({
    calls: [
      workspace.edit(`src/${picture}.ts`, "const a = '", "const b = '"),
      {
        agentType: picture,
        description: picture,
        prompt: picture,
        tell: (agent) => {
          agent.beat({ say: picture })
          return picture
        },
      },
    ],
  })
  story.beat({ say: `Done. ${picture}` }).endTurn(`${picture} \u202Etitle`)
  return story
}
