import type { OpenTranscript } from './open-transcript.ts'

/** The file as people are told of it. */
export function shownFile({ file, original }: OpenTranscript): string {
  return original ?? file
}

/** A name out of the columns (a tool, a model, a folder) as people are told it: columns are not read through a mask. */
export function shownName({ hide }: Pick<OpenTranscript, 'hide'>, name: string): string {
  return hide === undefined ? name : hide(name)
}
