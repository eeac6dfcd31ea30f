import type { Content } from './content-block.ts'
import { readRowContent } from './content-block.ts'
import { readChainRow } from './envelope.ts'
import type { ChainRow, Place } from './envelope.ts'
import { booleanOf, numberOf, objectOf, objectsOf, stringOf, stringsOf } from './narrow.ts'
import type { JsonObject } from './narrow.ts'

/**
 * A chain row that the program writes about the session. It is not conversation, but it carries the chain: rows hang
 * on it. In 1.0.33–1.0.56 it had no `subtype` (hook output, `level` and `toolUseID` only).
 */
export interface SystemEntry extends ChainRow {
  readonly kind: 'system'
  readonly subtype: string | null
  /** `info`, `notice`, `suggestion`, `warning`, `error`. */
  readonly level: string | null
  readonly content: Content
  /** The `stop_hook_summary` and the hook rows of 1.0.x name the tool_use or the hook run they belong to. */
  readonly toolUseId: string | null
  readonly detail: SystemDetail
}

export type SystemDetail =
  | CompactBoundary
  | MicrocompactBoundary
  | TurnDuration
  | ApiErrorRetry
  | StopHookSummary
  | LocalCommand
  | ModelRefusal
  | OtherSystem

/**
 * Everything before it is hidden from the model (since 2.1.5). `parentUuid` is null, `logicalParentUuid` names the
 * row before it.
 */
export interface CompactBoundary {
  readonly kind: 'compact_boundary'
  readonly trigger: string | null
  readonly preTokens: number | null
  readonly postTokens: number | null
  /** A run of rows, head to tail, that stays visible; the loader splices it in after `anchorUuid`. */
  readonly preservedSegment: PreservedSegment | null
  /** The same as a list of uuids (2.1.2xx). Where both stand, this one is the later form. */
  readonly preservedMessages: PreservedMessages | null
  readonly metadata: JsonObject | null
}

export interface PreservedSegment {
  readonly headUuid: string | null
  readonly anchorUuid: string | null
  readonly tailUuid: string | null
}

export interface PreservedMessages {
  readonly anchorUuid: string | null
  /** The conversation rows that are kept. */
  readonly uuids: readonly string[]
  /** Those and the other chain rows between them. */
  readonly allUuids: readonly string[]
}

/** Old tool results were cleared from the context; nothing in the file is hidden (seen in 2.1.22). */
export interface MicrocompactBoundary {
  readonly kind: 'microcompact_boundary'
  readonly trigger: string | null
  readonly preTokens: number | null
  readonly tokensSaved: number | null
  readonly compactedToolIds: readonly string[]
}

/** How long the turn took (since 2.1.1; `messageCount` since 2.1.91). */
export interface TurnDuration {
  readonly kind: 'turn_duration'
  readonly durationMs: number | null
  readonly messageCount: number | null
}

/**
 * A request failed and is tried again. It can be written late and then be the parent of the live path, while the rows
 * before it look like a dead branch.
 */
export interface ApiErrorRetry {
  readonly kind: 'api_error'
  readonly message: string | null
  readonly status: number | null
  readonly retryAttempt: number | null
  readonly maxRetries: number | null
  readonly retryInMs: number | null
}

/** The Stop hooks of a turn have run (since 2.0.64). */
export interface StopHookSummary {
  readonly kind: 'stop_hook_summary'
  readonly hookCount: number | null
  readonly hooks: readonly { readonly command: string | null; readonly durationMs: number | null }[]
  readonly errors: readonly string[]
  readonly preventedContinuation: boolean
  readonly stopReason: string | null
  readonly hasOutput: boolean | null
}

/** A slash command that ran locally; its content has the `<command-name>` or `<local-command-stdout>` tags. */
export interface LocalCommand {
  readonly kind: 'local_command'
  /** `commandRun` of newer versions. */
  readonly command: string | null
  readonly args: string | null
}

/** `model_refusal_no_fallback` and its like (2.1.325): the model refused the prompt. */
export interface ModelRefusal {
  readonly kind: 'model_refusal'
  readonly originalModel: string | null
  readonly refusedUserMessageUuid: string | null
}

/** `informational`, `away_summary`, `bridge_status`, rows without a subtype and subtypes to come: read the content. */
export interface OtherSystem {
  readonly kind: 'other'
}

export function readSystem(type: string | null, value: JsonObject, place: Place): SystemEntry {
  const subtype = stringOf(value.subtype)
  return {
    kind: 'system',
    ...readChainRow(type, value, place),
    subtype,
    level: stringOf(value.level),
    content: readRowContent(value),
    toolUseId: stringOf(value.toolUseID),
    detail: readDetail(subtype, value),
  }
}

function readDetail(subtype: string | null, value: JsonObject): SystemDetail {
  switch (subtype) {
    case 'compact_boundary':
      return readCompactBoundary(objectOf(value.compactMetadata))
    case 'microcompact_boundary': {
      const metadata = objectOf(value.microcompactMetadata)
      return {
        kind: subtype,
        trigger: stringOf(metadata?.trigger),
        preTokens: numberOf(metadata?.preTokens),
        tokensSaved: numberOf(metadata?.tokensSaved),
        compactedToolIds: stringsOf(metadata?.compactedToolIds),
      }
    }
    case 'turn_duration':
      return {
        kind: subtype,
        durationMs: numberOf(value.durationMs),
        messageCount: numberOf(value.messageCount),
      }
    case 'api_error': {
      const error = objectOf(value.error)
      return {
        kind: subtype,
        message: stringOf(error?.formatted) ?? stringOf(error?.message),
        status: numberOf(error?.status),
        retryAttempt: numberOf(value.retryAttempt),
        maxRetries: numberOf(value.maxRetries),
        retryInMs: numberOf(value.retryInMs),
      }
    }
    case 'stop_hook_summary':
      return {
        kind: subtype,
        hookCount: numberOf(value.hookCount),
        hooks: objectsOf(value.hookInfos).map((hook) => ({
          command: stringOf(hook.command),
          durationMs: numberOf(hook.durationMs),
        })),
        errors: stringsOf(value.hookErrors),
        preventedContinuation: value.preventedContinuation === true,
        stopReason: stringOf(value.stopReason),
        hasOutput: booleanOf(value.hasOutput),
      }
    case 'local_command': {
      const run = objectOf(value.commandRun)
      return { kind: subtype, command: stringOf(run?.command), args: stringOf(run?.args) }
    }
    default:
      return subtype?.startsWith('model_refusal')
        ? {
            kind: 'model_refusal',
            originalModel: stringOf(value.originalModel),
            refusedUserMessageUuid: stringOf(value.refusedUserMessageUuid),
          }
        : { kind: 'other' }
  }
}

function readCompactBoundary(metadata: JsonObject | null): CompactBoundary {
  const segment = objectOf(metadata?.preservedSegment)
  const messages = objectOf(metadata?.preservedMessages)
  return {
    kind: 'compact_boundary',
    trigger: stringOf(metadata?.trigger),
    preTokens: numberOf(metadata?.preTokens),
    postTokens: numberOf(metadata?.postTokens),
    preservedSegment: segment && {
      headUuid: stringOf(segment.headUuid),
      anchorUuid: stringOf(segment.anchorUuid),
      tailUuid: stringOf(segment.tailUuid),
    },
    preservedMessages: messages && {
      anchorUuid: stringOf(messages.anchorUuid),
      uuids: stringsOf(messages.uuids),
      allUuids: stringsOf(messages.allUuids),
    },
    metadata,
  }
}
