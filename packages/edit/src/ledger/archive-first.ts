import { archiveAll, type FoundTranscript, type SkeinHome } from '@skein/store'
import { EditError } from '../errors.ts'

/**
 * Archives sessions whose files are about to be removed. What the archive could not take is told by it and no error there;
 * here it is one, since nobody would have it any more.
 */
export async function archiveFirst(
  home: SkeinHome,
  transcripts: readonly FoundTranscript[],
  paths: readonly string[],
): Promise<void> {
  const { diagnostics } = await archiveAll(home, transcripts)
  const going = new Set(paths)
  const missed = diagnostics.find(({ path }) => going.has(path))
  if (transcripts.length > 0 && missed === undefined) return
  throw new EditError(
    'unwritable',
    missed === undefined
      ? 'the archive found no session to keep'
      : `the archive cannot keep ${missed.path}: it ${missed.message}`,
    { remedy: 'nothing was removed' },
  )
}
