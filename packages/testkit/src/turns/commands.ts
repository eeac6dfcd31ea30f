import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTranscript, saidBranches, turnCount, turnName, turnPlaces } from '@skein/transcript'
import { causesIn, disagreements } from './agreement.ts'

const BIN = fileURLToPath(new URL('../../../cli/bin/skein.js', import.meta.url))

/**
 * Asks about every transcript of a folder: the parts in this process, the built command for `ls`, and for the transcripts in which turns
 * are hard to count (`all`: for every one) also `show`, `tree`, `usage turn`, `trace show` and `fork`. Prints where they depart from
 * the rule, with what is special about the transcript. 1 where any does.
 */
export function tryTurns(folder: string, all: boolean): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.jsonl'),
  )
  const home = mkdtempSync(join(tmpdir(), 'skein-turns-'))
  try {
    const copies = new Map(files.map((file) => [copyOf(home, join(folder, file), file), file]))
    const listed = new Map(list(home).map(({ path, turns }) => [path, turns]))
    let [departed, asked] = [0, 0]
    for (const [copy, file] of copies) {
      const bytes = readFileSync(copy)
      const causes = causesIn(bytes)
      const found = disagreements(bytes).map(({ part, line, rule, said }) => {
        const what = line === null ? 'turns in all' : `line ${line}`
        return `${part}, ${what}: ${said}, not ${rule}`
      })
      const { turns, names } = ruleFor(bytes)
      const inList = listed.get(copy)
      // A transcript without a conversation is not listed.
      if (inList !== undefined && inList !== turns) found.push(`ls: ${inList}, not ${turns}`)
      if (all || causes.length > 0) {
        asked++
        for (const problem of commandsDiffer(home, copy, { turns, names })) found.push(problem)
      }
      if (found.length === 0) continue
      departed++
      console.log(`${file} (${causes.join(', ') || 'nothing special'})`)
      for (const problem of found) console.log(`  ${problem}`)
    }
    console.log(
      JSON.stringify({ transcripts: files.length, listed: listed.size, askedByCommand: asked, departed }),
    )
    return departed === 0 ? 0 : 1
  } finally {
    rmSync(home, { recursive: true })
  }
}

interface Names {
  readonly turns: number
  /** By the line of the prompt. */
  readonly names: ReadonlyMap<number, string>
}

function ruleFor(bytes: Uint8Array): Names {
  const transcript = readTranscript(bytes)
  const { columns } = transcript.scan
  const place = turnPlaces(transcript)
  const names = new Map<number, string>()
  const rows = [...transcript.path.rows(), ...saidBranches(transcript).flatMap((branch) => branch.rows)]
  for (const row of rows) {
    const found = place(row)
    if (found !== null) names.set(columns.line[row], turnName(found))
  }
  return { turns: turnCount(transcript), names }
}

function* commandsDiffer(home: string, path: string, { turns, names }: Names): Generator<string> {
  const shown = json<Shown>(home, ['show', path, '--brief', '--json'])
  if (shown.turnCount !== turns) yield `show: ${shown.turnCount} turns, not ${turns}`
  for (const { turn, prompt } of shown.turns) {
    const rule = prompt === null ? String(turn) : names.get(prompt.line)
    if (rule !== String(turn)) yield `show: turn ${turn}, not ${rule}`
  }
  for (const { kind, turn, line } of json<Drawn>(home, ['tree', path, '--json']).nodes)
    // A turn without a prompt may begin with rows in which nothing is said.
    if (kind === 'turn' && turn !== null && (names.get(line) ?? '1') !== String(turn))
      yield `tree: turn ${turn}, not ${names.get(line)}`
  const { rows } = json<Used>(home, ['usage', 'turn', path, '--json'])
  const counted = rows.filter(({ key }) => key.startsWith('turn ')).length
  if (counted !== turns) yield `usage turn: ${counted} turns, not ${turns}`
  const known = new Set(names.values())
  const seen = new Set<string>()
  for (const { turn, branch } of json<Traced>(home, ['trace', 'show', path, '--json']).turns) {
    if (turn === null) continue
    const name = turnName({ turn, branch })
    if (!known.has(name) || seen.has(name)) yield `trace show: ${name}${seen.has(name) ? ' twice' : ''}`
    seen.add(name)
  }
  const fork = run(home, ['fork', path, '--at', `t${turns + 1}`, '--dry-run'])
  const has = /no turn \d+ in the session: it has (none|\d+)/.exec(fork.stderr)?.[1]
  if (has !== (turns === 0 ? 'none' : String(turns))) yield `fork: it has ${has ?? fork.stderr.trim()}`
}

interface Shown {
  readonly turnCount: number
  readonly turns: readonly { readonly turn: number; readonly prompt: { readonly line: number } | null }[]
}

interface Drawn {
  readonly nodes: readonly { readonly kind: string; readonly turn: number | null; readonly line: number }[]
}

interface Used {
  readonly rows: readonly { readonly key: string }[]
}

interface Traced {
  readonly turns: readonly { readonly turn: number | null; readonly branch: number | null }[]
}

/** Each transcript is a session of its own, whatever it was. */
function copyOf(home: string, from: string, name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  const folder = join(home, 'claude', 'projects', '-srv-app')
  mkdirSync(folder, { recursive: true })
  const copy = join(folder, `${id}.jsonl`)
  cpSync(from, copy)
  return copy
}

function list(home: string): { readonly path: string; readonly turns: number }[] {
  return json<{ sessions: { path: string; turns: number }[] }>(home, ['ls', '--all', '--json']).sessions
}

function json<T>(home: string, args: readonly string[]): T {
  const { stdout, stderr } = run(home, args)
  if (stdout === '') throw new Error(`skein ${args.join(' ')}: ${stderr}`)
  // What the command prints is described in docs/cli-json.md.
  return JSON.parse(stdout) as T
}

function run(home: string, args: readonly string[]): { readonly stdout: string; readonly stderr: string } {
  return spawnSync(process.execPath, [BIN, ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, CLAUDE_CONFIG_DIR: join(home, 'claude'), TZ: 'UTC' },
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
  })
}
