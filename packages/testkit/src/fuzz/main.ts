import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'

const usage = 'usage: npm run fuzz -- [--count 100000] [--seed 1]'

process.exitCode = main(process.argv.slice(2))

function main(args: string[]): number {
  const { values } = parseArgs({
    args,
    options: { count: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
  })
  const count = Number(values.count)
  if (!Number.isSafeInteger(count) || count < 1) {
    console.error(usage)
    return 2
  }
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
