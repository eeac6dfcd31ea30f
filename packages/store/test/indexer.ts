/**
 * Refreshes once, a transaction for every few blocks, and ends without a word when the statement of the given number is
 * about to run, or has run: in the middle of a transaction, before and behind its commit, wherever that is.
 * `indexer HOME ROOT never|NUMBER` says how many statements there were.
 */
import { openCache } from '../src/embedded/db/cache-database.ts'
import { refresh } from '../src/embedded/index/refresh.ts'
import { skeinHome } from '../src/home.ts'

const [folder, root, killAt] = process.argv.slice(2)
const home = skeinHome({ SKEIN_HOME: folder })
const { db } = openCache(home)
let statements = 0

function counted<Values extends unknown[], Result>(
  work: (...values: Values) => Result,
): (...values: Values) => Result {
  return (...values) => {
    if (++statements === Number(killAt)) process.kill(process.pid, 'SIGKILL')
    return work(...values)
  }
}

const watched: typeof db = {
  path: db.path,
  exec: counted((sql: string) => db.exec(sql)),
  prepare(sql) {
    const prepared = db.prepare(sql)
    return {
      run: counted((...values) => prepared.run(...values)),
      get: counted((...values) => prepared.get(...values)),
      all: counted((...values) => prepared.all(...values)),
      iterate: counted((...values) => prepared.iterate(...values)),
    }
  },
  write(work) {
    watched.exec('BEGIN IMMEDIATE')
    const result = work()
    watched.exec('COMMIT')
    counted(() => undefined)()
    return result
  },
  tryWrite: (work) => watched.write(work),
  read: (work) => db.read(work),
  close: () => db.close(),
}

await refresh({ home, db: watched, roots: [root], threads: 0, batchBlocks: 4 })
console.log(statements)
if (killAt !== 'never') process.kill(process.pid, 'SIGKILL')
