/** Archives all sessions of a config root, and says with which error it stopped: `archiver HOME ROOT`. */
import { StoreError } from '../src/errors.ts'
import { archiveAll } from '../src/files/archive/archive-all.ts'
import { discover } from '../src/files/discovery/discover.ts'
import { skeinHome } from '../src/home.ts'

const [folder, root] = process.argv.slice(2)

try {
  await archiveAll(skeinHome({ SKEIN_HOME: folder }), discover([root]).transcripts)
} catch (error) {
  if (!(error instanceof StoreError)) throw error
  console.log(error.name, error.code)
}
