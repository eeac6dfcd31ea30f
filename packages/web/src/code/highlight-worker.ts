import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core'
import type { HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { GRAMMARS } from './grammars.ts'
import type { Answer, Question, Run } from './highlight.ts'

/* A thread of its own: grammars are regular expressions, and the text is whatever an agent met. */

const highlighter: Promise<HighlighterCore> = createHighlighterCore({
  themes: [createCssVariablesTheme({ name: 'kinds', variablePrefix: '--k-', fontStyle: false })],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
})

// One question at a time, in the order they came.
let queue: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  queue = queue.then(async () => {
    let answer: Answer
    try {
      answer = { id: data.id, lines: await linesOf(data) }
    } catch {
      answer = { id: data.id, lines: null }
    }
    postMessage(answer)
  })
})

async function linesOf({ text, language }: Question): Promise<Run[][] | null> {
  const shiki = await highlighter
  const load = GRAMMARS.get(language)
  if (load === undefined) return null
  if (!shiki.getLoadedLanguages().includes(language)) await shiki.loadLanguage(await load())
  const { tokens } = shiki.codeToTokens(text, {
    lang: language,
    theme: 'kinds',
    tokenizeMaxLineLength: 2000,
    // Translating a grammar's expressions happens within its first lines and takes longer than any limit of a line. Whoever
    // asks gives up on the whole worker instead.
    tokenizeTimeLimit: 0,
  })
  return tokens.map((line) => {
    const runs: Run[] = []
    for (const { content, color } of line) {
      const kind = /^var\(--k-token-([a-z-]+)\)$/.exec(color ?? '')?.[1] ?? ''
      const last = runs.at(-1)
      if (last !== undefined && (last[0] === kind || content.trim() === '')) last[1] += content
      else runs.push([kind, content])
    }
    return runs
  })
}
