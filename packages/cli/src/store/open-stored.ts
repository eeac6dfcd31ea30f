import { openBytes, type FilePlace, type SkeinHome } from '@skein/store'
import { openShown, type OpenTranscript } from '../file/open-transcript.ts'

/** A session's transcript from wherever its bytes are now: its file, or the archive after that was deleted. */
export function openStored(home: SkeinHome, place: FilePlace): OpenTranscript {
  return openShown(() => openBytes(home, place))
}
