import type { ApiMessage } from '../outcome.ts'

/** Where an edit finds its session, and may write. */
export interface EditPlace {
  configRoot: string
  /** The folder of the project's transcripts, where the new sessions have to be. */
  project: string
  /** The directory that the project is named after. */
  cwd: string
  /** The transcript of the original. */
  transcript: string
  /** Skein's own folder. */
  home: string
}

/** An edit with its options, as it is tried on the base sessions. */
export interface EditOperation {
  id: string
  /** Whether it is tried on a base, by the base's name without the version. */
  isFor(base: string): boolean
  /** The original lies in the project of the directory that its rows name, not in the one it is resumed in. */
  comesFromElsewhere?: boolean
  /** Makes the edit; gives the ids of the new sessions. */
  edit(place: EditPlace): string[] | Promise<string[]>
  /** What must be sent of the new session with this index just as it was of the original. */
  kept(original: ApiMessage[], index: number): KeptTexts
}

export interface KeptTexts {
  /** In this order. */
  texts: string[]
  /** Whether nothing else may be sent. */
  alone: boolean
}
