import { inert } from '../text/inert.ts'

/**
 * Markdown that stays Markdown but holds no HTML: a viewer that lets tags through must not run what a web page once
 * told a tool. Code is left as it is; there a tag is text already. Links that run something lose their target, and so
 * do images, which would tell a server that the page was read.
 */
export function inertMarkdown(text: string): string {
  let fence = ''
  return inert(text)
    .split('\n')
    .map((line) => {
      const ticks = /^[\s>]*(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
      if (fence === '') {
        if (ticks === '') return withoutTags(line)
        fence = ticks
        return line
      }
      if (ticks.startsWith(fence) && line.trim().endsWith(ticks)) fence = ''
      return line
    })
    .concat(fence === '' ? [] : [fence])
    .join('\n')
}

function withoutTags(line: string): string {
  return line
    .split(/(`+[^`]*`+)/)
    .map((part, i) => (i % 2 === 1 ? part : inertPart(part)))
    .join('')
}

function inertPart(text: string): string {
  return text
    .replace(/<(?=[A-Za-z/!?])(?!(?:https?:\/\/|mailto:)[^\s<>]*>)/g, '&lt;')
    .replace(/!\[/g, '!\\[')
    .replace(/\]\(\s*<?(?=[a-z][a-z0-9+.-]*:)(?!https?:|mailto:)/gi, '](#')
    .replace(/^(\s*\[[^\]]+\]:\s*<?)(?=[a-z][a-z0-9+.-]*:)(?!https?:|mailto:)/i, '$1#')
}
