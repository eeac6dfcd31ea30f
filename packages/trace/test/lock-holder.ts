/** Takes the lock of the target `work`, says whether it has it, and keeps it until somebody ends it: `lock-holder HOME`. */
import { skeinHome } from '@skein/store'
import { tryLock } from '../src/ledger/target-lock.ts'

const lock = tryLock(skeinHome({ SKEIN_HOME: process.argv[2] }), 'work')
process.stdout.write(lock === null ? 'none' : 'held')
setInterval(() => lock, 1000)
