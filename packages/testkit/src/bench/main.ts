import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compareRealism, measureFolder } from '../corpus/realism.ts'
import { lineOf, passes, type Figure } from './figures.ts'
import { benchParse } from './parse.ts'
import { reportText } from './report.ts'

const usage = 'usage: npm run bench -- parse [--size 1GB] [--seed 7] [--rounds 3]'

/** Smaller runs are for trying things; only the full one writes the report. */
const FULL_SIZE = '1GB'
const REPORT = new URL('../../../../docs/benchmarks.md', import.meta.url)

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      size: { type: 'string', default: FULL_SIZE },
      seed: { type: 'string', default: '7' },
      rounds: { type: 'string', default: '3' },
    },
  })
  const bytes = bytesOf(values.size)
  const rounds = Number(values.rounds)
  if (positionals.join() !== 'parse' || bytes === undefined || !(rounds >= 1)) {
    console.error(usage)
    return 2
  }
  const figures: Figure[] = []
  const onFigure = (figure: Figure) => {
    figures.push(figure)
    console.log(lineOf(figure))
  }
  const { size, seed } = values
  const { folder, steps } = benchParse({ size, seed, rounds, huge: bytes / 2, onFigure })
  if (size === FULL_SIZE) {
    const realism = compareRealism(await measureFolder(folder))
    const command = `npm run bench -- parse --size ${size} --seed ${seed}`
    writeFileSync(fileURLToPath(REPORT), reportText({ command, figures, steps, realism }))
  }
  const failed = figures.filter((figure) => !passes(figure))
  for (const { name } of failed) console.error(`below its bar: ${name}`)
  return failed.length === 0 ? 0 : 1
}

function bytesOf(size: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*(KB|MB|GB)$/i.exec(size)
  return match === null
    ? undefined
    : Number(match[1]) * { KB: 1e3, MB: 1e6, GB: 1e9 }[match[2].toUpperCase() as 'KB' | 'MB' | 'GB']
}
