import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'
import { fuzzUsage } from './usage-check.ts'

const usage = 'usage: npm run fuzz -- [sessions|usage] [--count 100000] [--seed 1]'

process.exitCode = main(process.argv.slice(2))

function main(args: string[]): number {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { count: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
  })
  const count = Number(values.count)
  const what = positionals[0] ?? 'sessions'
  if (!Number.isSafeInteger(count) || count < 1 || !['sessions', 'usage'].includes(what)) {
    console.error(usage)
    return 2
  }
  if (what === 'usage') return usageLines(count, values.seed)
  const { inputs, failures } = fuzz({
    count,
    seed: values.seed,
    onProgress: (done) => console.error(`${done} of ${count}`),
  })
  for (const { seed, operations, faults } of failures) {
    console.log(JSON.stringify({ seed, operations, faults }))
  }
  console.log(JSON.stringify({ inputs, seed: values.seed, failures: failures.length }))
  if (failures.length === 0) return 0
  console.error(`One input alone: npm run fuzz -- --count 1 --seed ${failures[0].seed}`)
  return 1
}

/** Lines that tell of usage, read in every way there is. */
function usageLines(count: number, seed: string): number {
  const { lines, rows, fastRows, failures } = fuzzUsage({ count, seed })
  for (const failure of failures) console.log(failure)
  console.log(JSON.stringify({ lines, rows, fastRows, seed, failures: failures.length }))
  return failures.length === 0 ? 0 : 1
}
