/**
 * What a tool was asked, in a few words: the field of its input that people look for. Paths below `folder` lose it.
 *
 * Contract: one line, not shortened, and not made harmless: whoever shows it does that for its own screen. Never
 * throws, whatever the input is.
 */
export function toolSummary(name: string, input: unknown, folder: string): string {
  if (typeof input !== 'object' || input === null) return ''
  // Any JSON object; each field is checked before use.
  const fields = input as Readonly<Record<string, unknown>>
  if (Array.isArray(fields.todos)) return todoSummary(fields.todos)
  if (Array.isArray(fields.questions)) return questionSummary(fields.questions)
  for (const field of WANTED.get(name) ?? USUAL) {
    const value = fields[field]
    if (typeof value === 'string' && value !== '')
      return oneLine(withoutFolder(value, folder)) + where(name, fields, folder)
  }
  const first = Object.values(fields).find((value) => typeof value === 'string' && value !== '')
  return typeof first === 'string' ? oneLine(first.slice(0, 500)) : ''
}

/** A path as people in `folder` say it. */
export function withoutFolder(path: string, folder: string): string {
  if (folder === '' || !path.startsWith(folder)) return path
  return path[folder.length] === '/' || path[folder.length] === '\\' ? path.slice(folder.length + 1) : path
}

/** A map: a transcript may name a tool `constructor`. */
const WANTED: ReadonlyMap<string, readonly string[]> = new Map([
  ['Bash', ['command']],
  ['Task', ['description', 'prompt']],
  ['Agent', ['description', 'prompt']],
  ['Grep', ['pattern']],
  ['Glob', ['pattern']],
  ['WebFetch', ['url']],
  ['WebSearch', ['query']],
])

const USUAL = [
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'command',
  'query',
  'url',
  'description',
  'subject',
  'skill',
]

/** Where a search looked, if not everywhere. */
function where(name: string, fields: Readonly<Record<string, unknown>>, folder: string): string {
  if ((name !== 'Grep' && name !== 'Glob') || typeof fields.path !== 'string' || fields.path === '') return ''
  return fields.path === folder ? '' : ` in ${oneLine(withoutFolder(fields.path, folder))}`
}

function todoSummary(todos: readonly unknown[]): string {
  const done = todos.filter(
    (todo) => typeof todo === 'object' && todo !== null && 'status' in todo && todo.status === 'completed',
  )
  return `${done.length} of ${todos.length} done`
}

function questionSummary(questions: readonly unknown[]): string {
  const [first] = questions
  const text = typeof first === 'object' && first !== null && 'question' in first ? first.question : ''
  return typeof text === 'string' ? oneLine(text) : ''
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
