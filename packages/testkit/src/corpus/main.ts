import { parseArgs } from 'node:util'
import { writeCorpus } from './layout.ts'
import { compareRealism, measureFolder } from './realism.ts'
import { profileOf } from './versions.ts'

const USAGE =
  'usage: npm run corpus -- --size 1GB --out DIR [--seed 7] [--damage 0.01] [--huge 500MB] [--versions 2.0.76,2.1.325], or: measure DIR'

class UsageError extends Error {}

try {
  const [command, ...rest] = process.argv.slice(2)
  if (command === 'measure') await measure(rest)
  else generate(process.argv.slice(2))
} catch (error) {
  const usage = error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`corpus: ${message}${usage ? `; ${USAGE}` : ''}\n`)
  process.exitCode = usage ? 2 : 1
}

function generate(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      size: { type: 'string' },
      seed: { type: 'string', default: '7' },
      out: { type: 'string' },
      damage: { type: 'string', default: '0' },
      huge: { type: 'string' },
      versions: { type: 'string' },
    },
  })
  if (values.size === undefined) throw new UsageError('--size is missing (for example 100MB)')
  if (values.out === undefined) throw new UsageError('--out is missing (the folder to write)')
  const damage = Number(values.damage)
  if (!(damage >= 0 && damage <= 1))
    throw new UsageError(`--damage must be between 0 and 1, not ${values.damage}`)
  const bytes = sizeOf(values.size)
  const tty = process.stderr.isTTY
  const summary = writeCorpus({
    bytes,
    seed: values.seed,
    out: values.out,
    damage,
    ...(values.huge === undefined ? {} : { huge: sizeOf(values.huge) }),
    ...(values.versions === undefined ? {} : { profiles: versionsOf(values.versions) }),
    ...(tty
      ? {
          onProgress: (written) =>
            process.stderr.write(`\r${(written / 1e6).toFixed(0)} MB of ${(bytes / 1e6).toFixed(0)} MB`),
        }
      : {}),
  })
  if (tty) process.stderr.write('\r\u001b[K')
  process.stdout.write(`${JSON.stringify(summary)}\n`)
}

async function measure(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  if (positionals.length !== 1) throw new UsageError('measure needs one folder')
  const rows = compareRealism(await measureFolder(positionals[0]))
  for (const row of rows) {
    const cells = [
      row.figure.padEnd(28),
      format(row.real),
      format(row.generated),
      row.ratio.toFixed(2).padStart(6),
    ]
    process.stdout.write(`${cells.join(' ')}  ${row.ok ? 'ok' : 'OFF'}\n`)
  }
  if (rows.some((row) => !row.ok)) process.exitCode = 1
}

function format(value: number): string {
  return (value < 1 ? `${(value * 100).toFixed(2)} %` : value.toFixed(0)).padStart(10)
}

/** Decimal units: 1MB is a million bytes. */
function sizeOf(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB)?$/i.exec(text)
  if (!match) throw new UsageError(`not a size: ${text} (for example 50MB)`)
  const unit = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }[(match[2] ?? 'B').toUpperCase()] ?? 1
  return Math.round(Number(match[1]) * unit)
}

function versionsOf(text: string) {
  try {
    return text.split(',').map((version) => profileOf(version.trim()))
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
