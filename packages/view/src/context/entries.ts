import type { Entry } from '@skein/transcript'

/** Kinds of entries and their blocks, by the names the kernel has for them inside. */
export type UserEntry = Extract<Entry, { kind: 'user' }>
export type AssistantEntry = Extract<Entry, { kind: 'assistant' }>
export type AttachmentEntry = Extract<Entry, { kind: 'attachment' }>
export type Content = UserEntry['content']
export type ContentBlock = Content['blocks'][number]
