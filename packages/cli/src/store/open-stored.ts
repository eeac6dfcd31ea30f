import { openBytes, readTranscript, type FilePlace, type SkeinHome } from '@skein/store'
import { wasmWalker } from '@skein/transcript'
import { isAgentFile, type OpenTranscript } from '../file/open-transcript.ts'

/** A session's transcript from wherever its bytes are now: its file, or the archive after that was deleted. */
export function openStored(home: SkeinHome, place: FilePlace): OpenTranscript {
  const bytes = openBytes(home, place)
  try {
    const options = { walker: wasmWalker(), agentFile: isAgentFile(place.path) }
    const { transcript, size } = readTranscript(bytes, options)
    return { file: place.path, size, transcript, source: bytes, close: () => bytes.close() }
  } catch (error) {
    bytes.close()
    throw error
  }
}
