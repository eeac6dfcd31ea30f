import { jsonPieces } from '@skein/view'
import type { Output } from './output.ts'

/** Writes a value as JSON, piece by piece. */
export async function writeJson(out: Output, value: unknown): Promise<void> {
  for (const piece of jsonPieces(value)) await out.write(piece)
  await out.line()
}
