import type {
  ApiMessage,
  ByteSource,
  Conversation,
  Entry,
  JsonObject,
  PromptKind,
  Transcript,
} from '@skein/transcript'
import { blocksIn, promptKind, readRows, toApiMessages } from '@skein/transcript'
import { toolSummary } from '../tool-line.ts'
import type { ContextCategory, ContextItem } from './context-item.ts'
import { labelOf } from './context-item.ts'
import type { AssistantEntry, AttachmentEntry, Content, ContentBlock, UserEntry } from './entries.ts'
import { memorySections } from './memory-sections.ts'
import type { ImageLimits } from './model-limits.ts'
import { weighBlock, weighDocument, weighImage, weighJson, weighText } from './weigh.ts'

/** A conversation to take apart. */
export interface Weighing {
  readonly transcript: Transcript
  readonly source: ByteSource
  readonly view: Conversation
  /** The model that resumes; newer versions send thinking only to the model that thought it. */
  readonly model: string
  readonly limits: ImageLimits
  readonly now?: number
}

/**
 * What the rows of a conversation put into the window, block by block, in the order they are sent. Rows too large to be
 * read are weighed by their bytes.
 */
export function rowItems(weighing: Weighing, rows: readonly number[]): ContextItem[] {
  const { transcript, source } = weighing
  const entries = readRows(transcript.scan, source, rows)
  const calls = callsIn(entries.values())
  return rows.flatMap((row) => {
    const entry = entries.get(row)
    const parts = entry === undefined ? unread(transcript, row) : partsOf(weighing, { row, entry, calls })
    const uuid = transcript.scan.ids.text(transcript.scan.columns.uuid[row])
    return parts.map((part) => ({ ...part, row, uuid: uuid === '' ? null : uuid }))
  })
}

/** An item before its row is put on. */
type Part = Omit<ContextItem, 'row' | 'uuid'>

interface Call {
  readonly name: string
  readonly summary: string
}

interface ReadRow {
  readonly row: number
  readonly entry: Entry
  readonly calls: ReadonlyMap<string, Call>
}

function partsOf(weighing: Weighing, { row, entry, calls }: ReadRow): Part[] {
  switch (entry.kind) {
    case 'user':
      return userParts(weighing, { row, entry, calls })
    case 'assistant':
      return assistantParts(weighing, entry)
    case 'attachment':
      return attachmentParts(weighing, row, entry)
    case 'system':
      return [part('attachments', 'output of a local command', weighJson(entry.value.content))]
    default:
      return []
  }
}

function userParts(
  { transcript, limits }: Weighing,
  { row, entry, calls }: ReadRow & { readonly entry: UserEntry },
): Part[] {
  const kind = promptKind(transcript.scan, row)
  const category = kind === null ? 'prompts' : (CATEGORY_OF_PROMPT[kind] ?? 'prompts')
  return entry.content.blocks.flatMap((block) => {
    if (block.kind !== 'tool_result') return [userPart(block, category, limits)]
    const call = calls.get(block.toolUseId)
    return resultParts(block.content, call ?? { name: 'unknown tool', summary: '' }, limits)
  })
}

/** What is no human's is what the program added. */
const CATEGORY_OF_PROMPT: Readonly<Partial<Record<PromptKind, ContextCategory>>> = {
  'compact-summary': 'compact-summary',
  meta: 'attachments',
  notification: 'attachments',
  output: 'attachments',
  interruption: 'attachments',
}

function userPart(block: ContentBlock, category: ContextCategory, limits: ImageLimits): Part {
  if (block.kind === 'image') return part('images', 'image', weighImage(block.source, limits))
  if (block.kind === 'document')
    return part('documents', block.title ?? 'document', weighDocument(block.source))
  return part(category, block.kind === 'text' ? block.text : block.kind, weighBlock(block, limits))
}

/** A tool's result as one item, its images apart. */
function resultParts(content: Content, { name, summary }: Call, limits: ImageLimits): Part[] {
  const label = summary === '' ? name : `${name}: ${summary}`
  const images = content.blocks.filter((block) => block.kind === 'image')
  const rest = content.blocks.filter((block) => block.kind !== 'image')
  const tokens = rest.reduce((sum, block) => sum + weighBlock(block, limits), 0)
  const parts = images.map((block) => part('images', label, weighBlock(block, limits)))
  return tokens === 0 ? parts : [{ ...part('tool-results', label, tokens), tool: name }, ...parts]
}

function assistantParts({ view, model, limits }: Weighing, entry: AssistantEntry): Part[] {
  const isOwn = view.rules.shaping === 'classic' || entry.model === model
  return entry.content.blocks.flatMap((block): Part[] => {
    switch (block.kind) {
      case 'thinking':
      case 'redacted_thinking':
        if (!isOwn) return []
        return [
          part(
            'thinking',
            block.kind === 'thinking' ? block.thinking : 'redacted',
            weighBlock(block, limits),
          ),
        ]
      case 'tool_use':
      case 'server_tool_use': {
        const { name } = block
        const label = `${name}: ${toolSummary(name, block.input, entry.cwd ?? '')}`
        return [{ ...part('tool-inputs', label, weighBlock(block, limits)), tool: name }]
      }
      case 'server_tool_result':
        return [{ ...part('tool-results', block.type, weighBlock(block, limits)), tool: block.type }]
      default:
        return [part('answers', block.kind === 'text' ? block.text : block.kind, weighBlock(block, limits))]
    }
  })
}

/** What an attachment sends is for the kernel to say: it depends on the version that resumes. */
function attachmentParts(weighing: Weighing, row: number, entry: AttachmentEntry): Part[] {
  const { transcript, view, source, now } = weighing
  const messages = toApiMessages(transcript, { ...view, tip: row, rows: [row] }, source, { now })
  const sent = messages.filter(({ role }) => role === 'user').flatMap(apiBlocks)
  const category = CATEGORY_OF_ATTACHMENT.get(entry.attachmentType ?? '') ?? 'attachments'
  const label = attachmentLabel(entry)
  return sent.flatMap((block) =>
    category === 'memory' && typeof block.text === 'string'
      ? memoryParts(block.text, label)
      : [sentPart(block, category, { label, limits: weighing.limits })],
  )
}

/** Each file of a reminder by itself; the words around them go with the first. */
function memoryParts(text: string, label: string): Part[] {
  const sections = memorySections(text)
  const files = sections.filter(({ path }) => path !== null)
  if (files.length === 0) return [part('memory', label, weighText(text))]
  const around = sections.length > files.length ? sections[0].text : ''
  return files.map(({ path, text: own }, i) =>
    part('memory', path ?? label, weighText(i === 0 ? around + own : own)),
  )
}

const CATEGORY_OF_ATTACHMENT: ReadonlyMap<string, ContextCategory> = new Map([
  ['instructions', 'memory'],
  ['nested_memory', 'memory'],
  ['relevant_memories', 'memory'],
  ['queued_command', 'prompts'],
  ['skill_listing', 'tools'],
  ['agent_listing_delta', 'tools'],
  ['deferred_tools_delta', 'tools'],
  ['mcp_instructions_delta', 'tools'],
] as const)

function apiBlocks({ content }: ApiMessage): readonly JsonObject[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function sentPart(
  block: JsonObject,
  category: ContextCategory,
  { label, limits }: { readonly label: string; readonly limits: ImageLimits },
): Part {
  const source = typeof block.source === 'object' && block.source !== null ? (block.source as JsonObject) : {} // checked
  if (block.type === 'image') return part('images', label, weighImage(source, limits))
  if (block.type === 'document') return part('documents', label, weighDocument(source))
  const tokens = typeof block.text === 'string' ? weighText(block.text) : weighJson(block)
  return part(category, label, tokens)
}

function attachmentLabel({ attachmentType, attachment }: AttachmentEntry): string {
  const type = attachmentType ?? 'attachment'
  if (attachment.kind !== 'file') return type
  const path = attachment.displayPath ?? attachment.filename
  return path === null ? type : `${type}: ${path}`
}

function callsIn(entries: Iterable<Entry>): Map<string, Call> {
  const calls = new Map<string, Call>()
  for (const entry of entries) {
    if (entry.kind !== 'assistant') continue
    for (const block of entry.content.blocks)
      if (block.kind === 'tool_use')
        calls.set(block.id, {
          name: block.name,
          summary: toolSummary(block.name, block.input, entry.cwd ?? ''),
        })
  }
  return calls
}

function part(category: ContextCategory, label: string, tokens: number): Part {
  return { category, tool: null, label: labelOf(label), tokens }
}

/** A row that stays on disk: its blocks by their bytes. */
function unread({ scan }: Transcript, row: number): Part[] {
  const bytes = blocksIn(scan, row).reduce((sum, block) => sum + scan.blocks.length[block], 0)
  return [part('attachments', 'a row too large to read', Math.ceil(bytes / 4))]
}
