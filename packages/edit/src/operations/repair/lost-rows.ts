import type { SourceTranscript } from '../../source/edit-session.ts'

/** What the rest of a torn entry still tells: what it hung on, and sometimes who it was. */
export interface LostRow {
  readonly offset: number
  readonly uuid: string | null
  readonly parent: string
}

/** Torn entries that still name their parent, in file order. Their children can be hung on it instead. */
export function lostRows({ transcript, source }: SourceTranscript): LostRow[] {
  const torn = transcript.scan.diagnostics.filter(({ code }) => code === 'torn-line')
  const found: LostRow[] = []
  for (let from = 0; from < torn.length; from += AT_ONCE) {
    const slice = torn.slice(from, from + AT_ONCE)
    const heads = source.read(slice.map(({ offset, length }) => ({ offset, length: Math.min(length, READ) })))
    const tails = source.read(
      slice.map(({ offset, length }) => {
        const cut = Math.min(length, READ)
        return { offset: offset + length - cut, length: cut }
      }),
    )
    for (const [i, { offset }] of slice.entries()) {
      const parent = latin1(heads[i]).match(PARENT)?.[1]
      const uuid = [...latin1(tails[i]).matchAll(UUID)].at(-1)?.[1] ?? null
      if (parent !== undefined) found.push({ offset, uuid, parent })
    }
  }
  return found
}

const AT_ONCE = 64
/** The program writes the parent first and the uuid behind the message. */
const READ = 8 * 1024
const PARENT = /"parentUuid":"([^"\\]{1,64})"/
const UUID = /"uuid":"([^"\\]{1,64})"/g

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}
