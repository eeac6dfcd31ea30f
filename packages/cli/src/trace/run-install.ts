import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { makeHome, skeinHome } from '@skein/store'
import {
  EVERYWHERE,
  hookCommand,
  Installs,
  readSettingsFile,
  readTraceConfig,
  traceFolder,
  withHook,
  withoutHook,
  writeSettingsFile,
  type SettingsFile,
} from '@skein/trace'
import { slugOf } from '@skein/transcript'
import { diffOf } from '@skein/view'
import { fileError, SkeinError } from '../errors.ts'
import { BIN_FILE } from '../package-folder.ts'
import { say } from '../store/say.ts'
import { isAgreed } from '../terminal/ask.ts'
import { diffLines } from '../terminal/diff-lines.ts'
import { inertLine } from '../terminal/inert.ts'
import { writeJson } from '../terminal/json.ts'
import { openScreen, type ScreenOptions } from '../terminal/screen.ts'

export interface InstallFlags extends ScreenOptions {
  readonly user?: true
  readonly project?: true
  readonly local?: true
  readonly uninstall?: true
  readonly dryRun?: true
  readonly yes?: true
}

/** Shows the change of the settings, asks, and makes it. */
export async function runInstall(flags: InstallFlags): Promise<void> {
  const command = hookCommand({
    node: process.execPath,
    bin: BIN_FILE,
    path: process.env['PATH'] ?? '',
    platform: process.platform,
  })
  const asked = settingsPath(flags)
  const { file, next } = planned(asked, (text) =>
    flags.uninstall ? withoutHook(text) : withHook(text, command),
  )
  const before = file.text ?? ''
  const isChange = next !== before
  const screen = openScreen(flags)
  if (!flags.json) {
    await screen.out.line(screen.style.bold(inertLine(asked)))
    await screen.out.lines(diffLines(diffOf(before, next), screen.style, screen.width))
    await screen.out.end()
  }
  const isWritten = isChange && !flags.dryRun && (await isWanted(flags))
  const backup = isWritten ? written(file, next) : null
  if (isWritten || (!isChange && !flags.dryRun)) remember(flags)
  if (flags.json) {
    await writeJson(screen.out, {
      file: asked,
      command: flags.uninstall ? null : command,
      changed: isWritten,
      wouldChange: isChange,
      backup,
    })
  } else await screen.out.line(outcome(flags, { isChange, isWritten, backup }))
  await screen.out.end()
  if (!flags.uninstall) for (const line of warnings(flags, command, next)) say(line)
}

function settingsPath({ project, local }: InstallFlags): string {
  if (local) return join(process.cwd(), '.claude', 'settings.local.json')
  if (project) return join(process.cwd(), '.claude', 'settings.json')
  const root = process.env['CLAUDE_CONFIG_DIR'] || join(process.env['HOME'] || homedir(), '.claude')
  if (root.includes(','))
    throw new SkeinError('usage', 'CLAUDE_CONFIG_DIR names several folders', {
      remedy: 'set it to the one to install in',
    })
  return join(root, 'settings.json')
}

function planned(path: string, change: (text: string) => string): { file: SettingsFile; next: string } {
  try {
    const file = readSettingsFile(path)
    return { file, next: change(file.text ?? '') }
  } catch (error) {
    throw settingsError(error, path)
  }
}

function written(file: SettingsFile, next: string): string | null {
  try {
    return writeSettingsFile(file, next)
  } catch (error) {
    throw settingsError(error, file.path)
  }
}

function settingsError(error: unknown, path: string): unknown {
  const name = error instanceof Error ? error.name : ''
  if (error instanceof Error && name === 'SettingsProblem')
    return new SkeinError('data', `cannot use ${path}: ${error.message}`, {
      remedy: 'nothing was written; mend it and try again',
      cause: error,
    })
  if (name === 'SettingsChanged')
    return new SkeinError('data', `${path} was changed by somebody else meanwhile`, {
      remedy: 'nothing was written; try again',
      cause: error,
    })
  if (error instanceof Error && 'code' in error && error.code === 'EISDIR')
    return new SkeinError('data', `${path} is a folder`, { remedy: 'it has to be a file', cause: error })
  return error instanceof Error && 'code' in error ? fileError(error, path) : error
}

async function isWanted({ yes, uninstall, json }: InstallFlags): Promise<boolean> {
  if (yes) return true
  // Whoever wants JSON has not seen the change.
  if (json || !process.stdin.isTTY)
    throw new SkeinError('usage', 'nobody is there to ask', { remedy: 'look with --dry-run, then say --yes' })
  return isAgreed(uninstall ? 'Take it out? [y/N] ' : 'Write this? [y/N] ')
}

/** Since when the project is traced: the exporter looks no further back by itself. */
function remember({ project, local, uninstall }: InstallFlags): void {
  const home = skeinHome(process.env)
  makeHome(home)
  const installs = new Installs(traceFolder(home.folder).installs)
  const name = project || local ? slugOf(realpathSync(process.cwd())) : EVERYWHERE
  if (uninstall) installs.remove(name)
  else installs.add(name, Date.now())
}

function outcome(
  { uninstall, dryRun }: InstallFlags,
  { isChange, isWritten, backup }: { isChange: boolean; isWritten: boolean; backup: string | null },
): string {
  if (!isChange) return uninstall ? 'There is no hook of Skein.' : 'The hook is there already.'
  if (dryRun) return 'Nothing was written.'
  if (!isWritten) return 'Left as it was.'
  const done = uninstall ? 'The hook is out.' : 'Every turn that ends from now on is traced.'
  return backup === null ? done : `${done} What was there before: ${inertLine(backup)}`
}

function warnings({ project }: InstallFlags, command: string, settings: string): string[] {
  const found: string[] = []
  const isNamed = command === 'skein trace hook'
  if (project && !isNamed)
    found.push(
      'the command names paths of this machine; others who use this project need a `skein` of their own: --local',
    )
  if (/[\\/]_npx[\\/]/.test(BIN_FILE))
    found.push('npx deletes what it runs from time to time; install Skein for good: npm install -g skein')
  // The text was understood a moment ago.
  if ((JSON.parse(settings.replace(/^\uFEFF/, '')) as { disableAllHooks?: unknown }).disableAllHooks === true)
    found.push('"disableAllHooks" is set there: no hook runs')
  return [...found, ...targetWarnings()]
}

/** A hook without a target does no harm, and no good. */
function targetWarnings(): string[] {
  try {
    const { targets, complaints } = readTraceConfig({ home: skeinHome(process.env), env: process.env })
    return targets.length > 0 ? [...complaints] : [...complaints, `no target is configured yet: ${NO_TARGET}`]
  } catch (error) {
    if (error instanceof Error && error.name === 'TraceError') return [error.message]
    throw error
  }
}

const NO_TARGET =
  'set LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY, or OTEL_EXPORTER_OTLP_ENDPOINT, or write trace.json'
