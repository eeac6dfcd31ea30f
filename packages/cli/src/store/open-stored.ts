import { openBytes, type FilePlace, type SkeinHome } from '@skein/store'
import { Transcript, wasmWalker } from '@skein/transcript'
import { isAgentFile, type OpenTranscript } from '../file/open-transcript.ts'

/** A session's transcript from wherever its bytes are now: its file, or the archive after that was deleted. */
export function openStored(home: SkeinHome, place: FilePlace): OpenTranscript {
  const bytes = openBytes(home, place)
  try {
    const transcript = new Transcript({ walker: wasmWalker(), agentFile: isAgentFile(place.path) })
    let offset = 0
    for (;;) {
      const count = bytes.readInto(PIECE, offset)
      if (count === 0) break
      transcript.append(PIECE.subarray(0, count))
      offset += count
    }
    transcript.end()
    return { file: place.path, size: offset, transcript, source: bytes, close: () => bytes.close() }
  } catch (error) {
    bytes.close()
    throw error
  }
}

/** 1 MiB: larger pieces read no faster. */
const PIECE = new Uint8Array(1024 * 1024)
