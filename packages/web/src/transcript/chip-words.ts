import { inertLine } from '@skein/view'

/** What a folded chip says of its text. Of a selection or an open file only where it is tells something. */
export function chipWords(text: string): string {
  const selected = SELECTED.exec(text)
  if (selected !== null) {
    const [, from, to, path] = selected
    return `${inertLine(path)}:${from === to ? from : `${from}–${to}`}`
  }
  const opened = OPENED.exec(text)
  if (opened !== null) return inertLine(opened[1])
  const line = inertLine(text.slice(0, 200))
  return line.length > MOST_SIGNS ? `${line.slice(0, MOST_SIGNS)}…` : line
}

/** Sentences of the program's own, as it has written them since it knows editors. */
const SELECTED = /^The user selected the lines (\d{1,9}) to (\d{1,9}) from ([^\n]{1,300}?):(?:\n|$)/
const OPENED = /^The user opened the file ([^\n]{1,300}?) in the IDE\./
const MOST_SIGNS = 60
