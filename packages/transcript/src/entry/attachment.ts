import { readContent } from './content-block.ts'
import type { Content } from './content-block.ts'
import { readChainRow } from './envelope.ts'
import type { ChainRow, Place } from './envelope.ts'
import { numberOf, objectOf, stringOf, stringsOf } from './narrow.ts'
import type { JsonObject } from './narrow.ts'

/**
 * Context that the program adds to the conversation, as a chain row (since 2.1.0; before that it was never written).
 * Newer versions (seen in 2.1.325) keep in `rendered` the very text that is sent, and a resume sends it again; older
 * ones render the attachment anew, so the same row can give another text there.
 */
export interface AttachmentEntry extends ChainRow {
  readonly kind: 'attachment'
  /** `attachment.type` as written. */
  readonly attachmentType: string | null
  readonly attachment: Attachment
  /** What is sent, a message each; null in older versions and for attachments that are never sent. */
  readonly rendered: readonly Content[] | null
  /** `user` or `system`: the role `rendered` is sent as. */
  readonly renderedRole: string | null
}

/** The attachments that say something to a reader, by what they say. Any other type is `other`. */
export type Attachment =
  | HookAttachment
  | FileAttachment
  | ListingAttachment
  | ReminderAttachment
  | QueuedCommand
  | PromptSnapshot
  | StructuredOutput
  | ContextAttachment
  | OtherAttachment

/**
 * What a hook gave: `hook_success`, `hook_additional_context`, `hook_system_message`, `hook_blocking_error`,
 * `hook_non_blocking_error` (since 2.1.0), `hook_stopped_continuation`, `hook_cancelled`, `async_hook_response` (since
 * 2.1.223).
 */
export interface HookAttachment {
  readonly kind: 'hook'
  readonly hookName: string | null
  readonly hookEvent: string | null
  readonly toolUseId: string | null
  readonly command: string | null
  readonly exitCode: number | null
  readonly durationMs: number | null
  readonly stdout: string | null
  readonly stderr: string | null
  /** What goes to the model: the content, the additional context, or the blocking error. */
  readonly text: string | null
}

/**
 * A file: `file` (mentioned with @, since 2.1.104), `already_read_file` (2.1.224), `edited_text_file` (changed
 * outside the session, since 2.1.101), `compact_file_reference` (too large to carry over a compaction, 2.1.226),
 * `opened_file_in_ide`, `selected_lines_in_ide`, `pdf_reference`, `directory`, `edited_image_file`, `nested_memory` (a
 * CLAUDE.md below the project), `plan_file_reference`.
 */
export interface FileAttachment {
  readonly kind: 'file'
  readonly filename: string | null
  readonly displayPath: string | null
  /** The text of the file or of the changed part, where the row has it. */
  readonly text: string | null
}

/**
 * What the model may use, said once and then by difference: `skill_listing` (since 2.1.101), `agent_listing_delta`
 * (since 2.1.178), `deferred_tools_delta` (since 2.1.0), `mcp_instructions_delta` (since 2.1.91).
 */
export interface ListingAttachment {
  readonly kind: 'listing'
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly isInitial: boolean
}

/**
 * A nudge: `todo_reminder` (2.1.112), `task_reminder` (since 2.1.101), `total_tokens_reminder` (since 2.1.232),
 * `silent_turn_reminder`, `critical_system_reminder`, `plan_mode`, `plan_mode_reentry`, `plan_mode_exit`, `auto_mode`
 * (since 2.1.119), `auto_mode_exit`, `date_change` (since 2.1.129), `token_usage`, `output_token_usage`, `budget_usd`.
 */
export interface ReminderAttachment {
  readonly kind: 'reminder'
  readonly text: string | null
  readonly itemCount: number | null
}

/** A prompt, or the notice of a finished task, that arrived while a turn was running (since 2.1.101). */
export interface QueuedCommand {
  readonly kind: 'queued_command'
  /** A string, or blocks when an image was pasted. */
  readonly prompt: Content
  /** `prompt` or `task-notification`. */
  readonly commandMode: string | null
  /** The uuid the client gave the queued message. */
  readonly sourceUuid: string | null
  readonly originKind: string | null
}

/** The system prompt and tools as they were sent; a resume takes them from here (seen in 2.1.325). */
export interface PromptSnapshot {
  readonly kind: 'prompt_snapshot'
  readonly systemPrompt: readonly string[]
  /** Null where the tools have not changed since the last snapshot. */
  readonly tools: readonly unknown[] | null
}

/** The object that `--json-schema` asked for (seen in 2.1.325). */
export interface StructuredOutput {
  readonly kind: 'structured_output'
  readonly output: unknown
  readonly toolUseId: string | null
}

/**
 * The surroundings: `environment`, `session_context`, `model`, `date`, `instructions`, `remote_session_change` (all
 * seen in 2.1.325), `diagnostics` (2.1.101–104), `invoked_skills`, `command_permissions`, `goal_status`,
 * `max_turns_reached`, `unknown_command_fallback`, `deferred_tools_record`. The payload is in `value.attachment`.
 */
export interface ContextAttachment {
  readonly kind: 'context'
}

export interface OtherAttachment {
  readonly kind: 'other'
}

export function readAttachment(type: string | null, value: JsonObject, place: Place): AttachmentEntry {
  const attachment = objectOf(value.attachment)
  const attachmentType = stringOf(attachment?.type)
  return {
    kind: 'attachment',
    ...readChainRow(type, value, place),
    attachmentType,
    attachment: attachment === null ? { kind: 'other' } : readPayload(attachmentType, attachment),
    rendered: Array.isArray(value.rendered) ? value.rendered.map(readRendered) : null,
    renderedRole: stringOf(value.renderedRole),
  }
}

/** Written as `{content}`, where the content is a string or blocks. */
function readRendered(message: unknown): Content {
  return readContent(objectOf(message)?.content)
}

function readPayload(type: string | null, attachment: JsonObject): Attachment {
  switch (type) {
    case 'hook_success':
    case 'hook_additional_context':
    case 'hook_system_message':
    case 'hook_blocking_error':
    case 'hook_non_blocking_error':
    case 'hook_stopped_continuation':
    case 'hook_cancelled':
    case 'async_hook_response':
      return readHook(attachment)
    case 'file':
    case 'already_read_file':
    case 'edited_text_file':
    case 'compact_file_reference':
    case 'opened_file_in_ide':
    case 'selected_lines_in_ide':
    case 'pdf_reference':
    case 'directory':
    case 'edited_image_file':
    case 'nested_memory':
    case 'plan_file_reference':
      return readFile(attachment)
    case 'skill_listing':
      return readListing(attachment, attachment.names, [])
    case 'agent_listing_delta':
      return readListing(attachment, attachment.addedTypes, attachment.removedTypes)
    case 'deferred_tools_delta':
    case 'mcp_instructions_delta':
      return readListing(attachment, attachment.addedNames, attachment.removedNames)
    case 'todo_reminder':
    case 'task_reminder':
    case 'total_tokens_reminder':
    case 'silent_turn_reminder':
    case 'plan_mode':
    case 'plan_mode_reentry':
    case 'plan_mode_exit':
    case 'auto_mode':
    case 'auto_mode_exit':
    case 'critical_system_reminder':
    case 'token_usage':
    case 'output_token_usage':
    case 'budget_usd':
    case 'date_change':
      return {
        kind: 'reminder',
        text: stringOf(attachment.text) ?? stringOf(attachment.content) ?? stringOf(attachment.newDate),
        itemCount: numberOf(attachment.itemCount),
      }
    case 'queued_command':
      return {
        kind: type,
        prompt: readContent(attachment.prompt),
        commandMode: stringOf(attachment.commandMode),
        sourceUuid: stringOf(attachment.source_uuid),
        originKind: stringOf(objectOf(attachment.origin)?.kind),
      }
    case 'prompt_snapshot':
      return {
        kind: type,
        systemPrompt: stringsOf(attachment.systemPrompt),
        tools: Array.isArray(attachment.tools) ? attachment.tools : null,
      }
    case 'structured_output':
      return { kind: type, output: attachment.data, toolUseId: stringOf(attachment.toolUseID) }
    case 'environment':
    case 'session_context':
    case 'model':
    case 'date':
    case 'instructions':
    case 'remote_session_change':
    case 'diagnostics':
    case 'invoked_skills':
    case 'command_permissions':
    case 'goal_status':
    case 'max_turns_reached':
    case 'unknown_command_fallback':
    case 'deferred_tools_record':
      return { kind: 'context' }
    default:
      return { kind: 'other' }
  }
}

function readHook(attachment: JsonObject): HookAttachment {
  const content = attachment.content
  const error = objectOf(attachment.blockingError)
  return {
    kind: 'hook',
    hookName: stringOf(attachment.hookName),
    hookEvent: stringOf(attachment.hookEvent),
    toolUseId: stringOf(attachment.toolUseID),
    command: stringOf(attachment.command) ?? stringOf(error?.command),
    exitCode: numberOf(attachment.exitCode),
    durationMs: numberOf(attachment.durationMs),
    stdout: stringOf(attachment.stdout),
    stderr: stringOf(attachment.stderr),
    text: Array.isArray(content)
      ? stringsOf(content).join('\n')
      : (stringOf(content) ?? stringOf(error?.blockingError) ?? stringOf(attachment.message)),
  }
}

function readFile(attachment: JsonObject): FileAttachment {
  const content = attachment.content
  return {
    kind: 'file',
    filename: stringOf(attachment.filename) ?? stringOf(attachment.path) ?? stringOf(attachment.planFilePath),
    displayPath: stringOf(attachment.displayPath),
    text:
      stringOf(attachment.snippet) ??
      stringOf(attachment.planContent) ??
      stringOf(content) ??
      stringOf(objectOf(content)?.content) ??
      stringOf(objectOf(objectOf(content)?.file)?.content),
  }
}

function readListing(attachment: JsonObject, added: unknown, removed: unknown): ListingAttachment {
  return {
    kind: 'listing',
    added: stringsOf(added),
    removed: stringsOf(removed),
    isInitial: attachment.isInitial === true,
  }
}
