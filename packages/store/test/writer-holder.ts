/** Opens a transcript for writing, says whether it has it, and keeps it until somebody ends it: `writer-holder PATH HOME`. */
import { SessionWriter } from '../src/files/writer/session-writer.ts'
import { skeinHome } from '../src/home.ts'

const [path, folder] = process.argv.slice(2)
const writer = await SessionWriter.open(path, {
  home: skeinHome({ SKEIN_HOME: folder }),
  head: { sessionId: 's', cwd: '/w', version: '2.1.325', gitBranch: 'main' },
  create: true,
})
process.stdout.write(writer instanceof SessionWriter ? 'held' : writer.code)
setInterval(() => writer, 1000)
