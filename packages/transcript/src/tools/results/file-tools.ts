import { numberOf, objectOf, objectsOf, stringOf } from '../../entry/narrow.ts'
import type { JsonObject } from '../../entry/narrow.ts'
import { readPatch } from './hunk.ts'
import type { Hunk } from './hunk.ts'

/** A file, or a part of it, as it was read (all versions). */
export interface ReadResult {
  readonly tool: 'Read'
  /** `text`, `image`, `notebook`, `pdf`, `parts` (pages of a PDF), `file_unchanged`. */
  readonly type: string
  /** Null for images. */
  readonly path: string | null
  readonly text: string | null
  /** From 1. */
  readonly startLine: number | null
  readonly numLines: number | null
  readonly totalLines: number | null
  /** The payload as written: an image's `base64`, a notebook's `cells`, … */
  readonly file: JsonObject
}

/** A whole file was written (all versions; `originalFile` since 2.0.74, `userModified` since 2.1.126). */
export interface WriteResult {
  readonly tool: 'Write'
  readonly path: string
  /** The file did not exist before. */
  readonly created: boolean
  readonly content: string
  readonly originalFile: string | null
  /** Empty for a new file, and where nothing changed. */
  readonly patch: readonly Hunk[]
  readonly userModified: boolean
}

/** One replacement in a file (all versions). */
export interface EditResult {
  readonly tool: 'Edit'
  readonly path: string
  readonly oldString: string
  readonly newString: string
  readonly replaceAll: boolean
  /** Null where the file was too large to keep (2.1.101+), or was created by the edit. */
  readonly originalFile: string | null
  readonly patch: readonly Hunk[]
  /** The user changed the edit before accepting it: the patch has what was really written. */
  readonly userModified: boolean
}

/** Several replacements in a file (1.0.24–1.0.108, then gone). */
export interface MultiEditResult {
  readonly tool: 'MultiEdit'
  readonly path: string
  readonly edits: readonly {
    readonly oldString: string
    readonly newString: string
    readonly replaceAll: boolean
  }[]
  readonly originalFile: string | null
  readonly patch: readonly Hunk[]
  readonly userModified: boolean
}

/** A cell of a notebook was replaced, inserted or deleted. */
export interface NotebookEditResult {
  readonly tool: 'NotebookEdit'
  readonly path: string | null
  readonly cellId: string | null
  readonly cellType: string | null
  readonly editMode: string | null
  readonly newSource: string
  readonly originalFile: string | null
  readonly updatedFile: string | null
  /** Set where the edit failed and nothing was written. */
  readonly error: string | null
}

export function readRead(value: JsonObject): ReadResult | null {
  const file = objectOf(value.file)
  const type = stringOf(value.type)
  if (file === null || type === null) return null
  return {
    tool: 'Read',
    type,
    path: stringOf(file.filePath),
    text: stringOf(file.content),
    startLine: numberOf(file.startLine),
    numLines: numberOf(file.numLines),
    totalLines: numberOf(file.totalLines),
    file,
  }
}

export function readWrite(value: JsonObject): WriteResult | null {
  const { filePath, content } = value
  if (typeof filePath !== 'string' || typeof content !== 'string') return null
  return {
    tool: 'Write',
    path: filePath,
    created: value.type === 'create',
    content,
    originalFile: stringOf(value.originalFile),
    patch: readPatch(value.structuredPatch) ?? [],
    userModified: value.userModified === true,
  }
}

export function readEdit(value: JsonObject): EditResult | null {
  const { filePath, oldString, newString } = value
  if (typeof filePath !== 'string' || typeof oldString !== 'string' || typeof newString !== 'string')
    return null
  return {
    tool: 'Edit',
    path: filePath,
    oldString,
    newString,
    replaceAll: value.replaceAll === true,
    originalFile: stringOf(value.originalFile),
    patch: readPatch(value.structuredPatch) ?? [],
    userModified: value.userModified === true,
  }
}

export function readMultiEdit(value: JsonObject): MultiEditResult | null {
  const patch = readPatch(value.structuredPatch)
  if (typeof value.filePath !== 'string' || patch === null) return null
  return {
    tool: 'MultiEdit',
    path: value.filePath,
    edits: objectsOf(value.edits).map((edit) => ({
      oldString: stringOf(edit.old_string) ?? '',
      newString: stringOf(edit.new_string) ?? '',
      replaceAll: edit.replace_all === true,
    })),
    originalFile: stringOf(value.originalFileContents),
    patch,
    userModified: value.userModified === true,
  }
}

export function readNotebookEdit(value: JsonObject): NotebookEditResult | null {
  if (typeof value.new_source !== 'string') return null
  return {
    tool: 'NotebookEdit',
    path: stringOf(value.notebook_path),
    cellId: stringOf(value.cell_id),
    cellType: stringOf(value.cell_type),
    editMode: stringOf(value.edit_mode),
    newSource: value.new_source,
    originalFile: stringOf(value.original_file),
    updatedFile: stringOf(value.updated_file),
    error: value.error === '' ? null : stringOf(value.error),
  }
}
