import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { answer, BIN, lines, prompt, Workbench } from '../../test/run-skein.ts'
import { ClosedPipe, Output } from './output.ts'
import { PagedStream, pagerCommand } from './pager.ts'

const bench = new Workbench()
afterAll(() => bench.remove())

const PATH = process.env['PATH'] ?? ''

describe('pagerCommand', () => {
  it.each([
    [
      'SKEIN_PAGER first',
      { SKEIN_PAGER: 'sh -c x', PAGER: 'cat' },
      { command: 'sh -c x', args: [], shell: true },
    ],
    ['then PAGER', { PAGER: 'sh' }, { command: 'sh', args: [], shell: true }],
    ['none where it is empty', { SKEIN_PAGER: '', PAGER: 'sh' }, null],
    ['none for cat', { PAGER: ' cat ' }, null],
    ['none that is not there', { PAGER: 'no-such-pager -x' }, null],
  ])('%s', (_name, env, expected) => {
    expect(pagerCommand({ PATH, ...env })).toEqual(expected)
  })

  it('is less by itself, where there is one', () => {
    expect(pagerCommand({ PATH: bench.folder })).toBe(null)
  })
})

class Kept extends Writable {
  text = ''
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += String(chunk)
    done()
  }
}

async function page(
  pager: string,
  rows: number,
  text: readonly string[],
): Promise<{ direct: string; paged: string }> {
  const file = join(bench.folder, `paged-${Math.random()}`)
  const direct = new Kept()
  const stream = new PagedStream({
    pager: { command: pager, args: [], shell: true },
    rows,
    direct,
    env: { PATH, OUT: file },
  })
  const out = new Output(stream, () => stream.leave())
  for (const line of text) await out.line(line)
  await out.end()
  return { direct: direct.text, paged: existsSync(file) ? readFileSync(file, 'utf8') : '' }
}

describe('PagedStream', () => {
  it('writes what fits a screen as it is', async () => {
    expect(await page('cat > "$OUT"', 5, ['a', 'b'])).toEqual({ direct: 'a\nb\n', paged: '' })
  })

  it('gives what does not to the pager, whole, and waits for it', async () => {
    const text = Array.from({ length: 30_000 }, (_, i) => `line ${i}`)
    expect(await page('sleep 0.1; cat > "$OUT"', 5, text)).toEqual({
      direct: '',
      paged: `${text.join('\n')}\n`,
    })
  })

  it('takes a pager that is left early as a reader that has seen enough', async () => {
    const text = Array.from({ length: 30_000 }, (_, i) => `line ${i}`)
    await expect(page('head -n 1 > "$OUT"', 5, text)).rejects.toBeInstanceOf(ClosedPipe)
  })
})

/** A terminal for one command, by the `script` of util-linux. */
function inTerminal(command: string, env: Record<string, string>): string {
  const { stdout } = spawnSync('script', ['-qec', `stty rows 20 cols 60; ${command}`, '/dev/null'], {
    cwd: bench.folder,
    env: bench.env({ TERM: 'xterm', ...env }),
    input: '',
    encoding: 'utf8',
  })
  return stdout
}

const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script')

describe.runIf(hasTerminal)('skein in a terminal', () => {
  const many = Array.from({ length: 20 }, (_, i) => [
    prompt(`p${i}`, i === 0 ? null : `q${i - 1}`, 'x', i),
    answer(`q${i}`, `p${i}`, 'y', i),
  ])
  bench.write('many.jsonl', lines(...many.flat()))
  const skein = `${process.execPath} ${BIN}`

  it('pages what is long, in colours', () => {
    const shown = inTerminal(`${skein} show many.jsonl`, { SKEIN_PAGER: 'sed s/^/P:/' })
    expect(shown).toContain('P:\u001b[1mx\u001b[22m')
  })

  it.each([['--turn 1 --brief'], ['--no-pager'], ['--json']])('does not with %s', (options) => {
    expect(inTerminal(`${skein} show many.jsonl ${options}`, { SKEIN_PAGER: 'sed s/^/P:/' })).not.toContain(
      'P:',
    )
  })

  it('ends well when the pager is left early', () => {
    expect(inTerminal(`${skein} show many.jsonl; echo "code $?"`, { SKEIN_PAGER: 'true' })).toMatch(
      /^code 0\r\n$/,
    )
  })

  it('has no colours with NO_COLOR', () => {
    expect(inTerminal(`${skein} show many.jsonl --turn 1 --no-pager`, { NO_COLOR: '1' })).not.toContain(
      '\u001b',
    )
  })
})
