import type { FoundSession, Store } from '@skein/store'
import type { ExportQuery } from './api/api.ts'

/**
 * Makes a whole session into a page, Markdown or JSON, piece by piece, with its secrets masked. Who starts the server brings
 * it along: the command, which stands above the server, has the same for its own exports.
 */
export type SessionExporter = (
  store: Store,
  session: Pick<FoundSession, 'id' | 'path' | 'root' | 'project' | 'place'>,
  options: { readonly format: ExportQuery['format']; readonly redact: boolean },
) => AsyncIterable<string>
