import type { JsonObject } from '../../bytes/bodies.ts'
import { fileSize, isFilled, number, object, remind, reminder, shown } from './family.ts'
import type { Family, Part } from './family.ts'
import { quoteClassic, quoteModern } from './shell-quoting.ts'

export const files: Family = {
  both: {
    compact_file_reference: ({ filename }) =>
      remind(
        `Note: ${shown(filename)} was read before the last conversation was summarized, but the contents are too large to include. Use Read tool if you need to access it.`,
      ),
  },
  modern: {
    file: (attachment) =>
      readFile(attachment, {
        lines: modernLines,
        printed: asIs,
        truncated: 'No need to mention the truncation.',
      }),
    directory: ({ path, content }) => listing(shown(path), quoteModern, asIs(shown(content))),
    pdf_reference: ({ filename, pageCount, fileSize: size }) =>
      remind(
        `PDF file: ${shown(filename)} (${shown(pageCount)} page${pageCount === 1 ? '' : 's'}, ${fileSize(size)}). This PDF is too large to read all at once. You MUST use the Read tool with the pages parameter to read specific page ranges (e.g., pages: "1-5"). Do NOT call Read without the pages parameter or it will fail. Start by reading the first few pages to understand the structure, then read more as needed. Maximum 20 pages per request.`,
      ),
    edited_text_file: ({ filename, snippet }) =>
      remind(
        `Note: ${shown(filename)} changed on disk since you last read it. That's usually deliberate, so take it as the current state rather than reverting it; if the change looks wrong, say so rather than undoing it yourself — otherwise no need to call it out. ${
          isFilled(snippet)
            ? `Here are the relevant changes (shown with line numbers):\n${snippet}`
            : 'The changes are not shown here; use Read if you need the current content.'
        }`,
      ),
  },
  classic: {
    file: (attachment) =>
      readFile(attachment, {
        lines: classicLines,
        printed: asJson,
        truncated: "Don't tell the user about this truncation.",
      }),
    directory: ({ path, content }) => listing(shown(path), quoteClassic, asJson(shown(content))),
    edited_text_file: ({ filename, snippet }) =>
      remind(
        `Note: ${shown(filename)} was modified, either by the user or by a linter. This change was intentional, so make sure to take it into account as you proceed (ie. don't revert it unless the user asks you to). Don't tell the user this, since they are already aware. Here are the relevant changes (shown with line numbers):\n${shown(snippet)}`,
      ),
  },
}

interface Reading {
  /** The lines of a text file as the version's Read tool prints them. */
  readonly lines: (file: JsonObject) => string
  /** How a tool's result stands in its message. */
  readonly printed: (result: string) => string
  readonly truncated: string
}

/** A file the user named is sent as if the Read tool had been called. */
function readFile({ filename, content, truncated }: JsonObject, reading: Reading): Part[] {
  const { type, file } = object(content)
  const result = fileContent(type, object(file), reading)
  if (result === null) return []
  const call = reminder(
    `Called the Read tool with the following input: ${JSON.stringify({ file_path: filename })}`,
  )
  if (truncated !== true || type !== 'text') return [call, result]
  const note = `Note: The file ${shown(filename)} was too large and has been truncated to the first 2000 lines. ${reading.truncated} Use Read to read more of the file if you need.`
  return [call, result, reminder(note)]
}

function fileContent(type: unknown, file: JsonObject, { lines, printed }: Reading): Part | null {
  switch (type) {
    case 'text':
      return reminder(`Result of calling the Read tool:${printed(lines(file))}`)
    case 'image':
      return [{ type: 'image', source: { type: 'base64', data: file['base64'], media_type: file['type'] } }]
    case 'pdf': {
      const result = `PDF file read: ${shown(file['filePath'])} (${fileSize(file['originalSize'])})`
      return reminder(`Result of calling the Read tool:${printed(result)}`)
    }
    default:
      return null
  }
}

function modernLines({ content, numLines, startLine, totalLines }: JsonObject): string {
  if (content === '' && totalLines !== 0 && !(number(numLines) > 0)) return tooShort(startLine, totalLines)
  if (content === '' && number(totalLines) <= 1) return EMPTY
  return numbered(shown(content), number(startLine), (line) => `${line}\t`)
}

function classicLines({ content, startLine, totalLines }: JsonObject): string {
  if (content === '') return totalLines === 0 ? EMPTY : tooShort(startLine, totalLines)
  return `${numbered(shown(content), number(startLine), (line) => `${String(line).padStart(6)}→`)}${MALWARE}`
}

function numbered(content: string, first: number, label: (line: number) => string): string {
  return content
    .split(/\r?\n/)
    .map((line, i) => `${label(first + i)}${line}`)
    .join('\n')
}

const EMPTY = '<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>'
const MALWARE =
  '\n\n<system-reminder>\nWhenever you read a file, you should consider whether it would be considered malware. You CAN and SHOULD provide analysis of malware, what it is doing. But you MUST refuse to improve or augment the code. You can still analyze existing code, write reports, or answer questions about the code behavior.\n</system-reminder>\n'

function tooShort(startLine: unknown, totalLines: unknown): string {
  return `<system-reminder>Warning: the file exists but is shorter than the provided offset (${shown(startLine)}). The file has ${shown(totalLines)} lines.</system-reminder>`
}

/** A folder the user named is sent as if `ls` had been called. */
function listing(path: string, quote: (path: string) => string, result: string): Part[] {
  const input = JSON.stringify({ command: `ls ${quote(path)}`, description: `Lists files in ${path}` })
  return [
    reminder(`Called the Bash tool with the following input: ${input}`),
    reminder(`Result of calling the Bash tool:${result}`),
  ]
}

function asIs(result: string): string {
  return `\n${result}`
}

function asJson(result: string): string {
  return ` ${JSON.stringify(result)}`
}
