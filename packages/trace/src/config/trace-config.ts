import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment, SkeinHome } from '@skein/store'
import { TraceError } from '../errors.ts'
import { resourceEnvironment } from '../target/otlp-environment.ts'
import { DEFAULT_SETTINGS, type Target, type TraceSettings } from '../target/target.ts'
import { Fields, invalid } from './fields.ts'
import { joinedSettings, readSettings } from './read-settings.ts'
import { environmentTargets, readTarget, type TargetContext } from './read-target.ts'

/** Where traces go, and what of them. */
export interface TraceConfig {
  readonly targets: readonly Target[]
  /** What nobody's target is: for a file that is named on the command line. */
  readonly settings: TraceSettings
  /** What is odd and was passed over, a line each. */
  readonly complaints: readonly string[]
}

export interface ConfigSources {
  readonly home: SkeinHome
  readonly env: Environment
  /** What the command line says; it comes before everything else. */
  readonly flags?: Partial<TraceSettings>
}

/**
 * `$SKEIN_HOME/trace.json`, the variables of OpenTelemetry and Langfuse, and flags.
 *
 * Contract: targets that trace.json names are the targets there are; only where it names none, variables make some:
 * `OTEL_…` may be set for quite another program. What cannot be used is a `TraceError` that names the field.
 */
export function readTraceConfig({ home, env, flags = {} }: ConfigSources): TraceConfig {
  const complaints: string[] = []
  const complain = (line: string): void => void complaints.push(line)
  const file = configFile(home)
  const fields = new Fields(parsed(file), '')
  if (isOpenToOthers(file)) complain('trace.json can be read by others: chmod 600 it, it may hold keys')
  const shared = readSettings(fields)
  const resource = resourceEnvironment(env, complain)
  const settingsOf = (own: Fields | null): TraceSettings =>
    joinedSettings(
      DEFAULT_SETTINGS,
      shared,
      own === null ? {} : readSettings(own),
      { resource: { ...shared.resource, ...resource } },
      flags,
    )
  const context: TargetContext = { env, folder: home.folder, complain, settingsOf }
  const named = fields.objects('targets').map(([name, own]) => readTarget(name, own, context))
  fields.end()
  const targets = named.length > 0 ? named : environmentTargets(context)
  for (const target of targets) assertSendable(target)
  return {
    targets,
    settings: settingsOf(null),
    complaints,
  }
}

/** Whether trace.json alone says where traces go, so that it is the same wherever Claude Code was started. */
export function isSameEverywhere({ targets }: TraceConfig, { home, env }: ConfigSources): boolean {
  const placesOf = (found: readonly Target[]): string =>
    JSON.stringify(found.map(({ name, url, headers }) => [name, url, headers]))
  try {
    // Paths of files may begin with `~/`.
    const bare = readTraceConfig({ home, env: env['HOME'] === undefined ? {} : { HOME: env['HOME'] } })
    return placesOf(bare.targets) === placesOf(targets)
  } catch (error) {
    // Without variables something is missing.
    if (error instanceof TraceError) return false
    throw error
  }
}

export function configFile(home: SkeinHome): string {
  return join(home.folder, 'trace.json')
}

/** The targets that are asked for: the one of a name, else all there are. */
export function chosenTargets(config: TraceConfig, name: string | undefined): readonly Target[] {
  const { targets } = config
  if (targets.length === 0)
    throw new TraceError('no-target', 'there is no target to send to', {
      remedy:
        'set LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY, or OTEL_EXPORTER_OTLP_ENDPOINT, or write trace.json',
    })
  if (name === undefined) return targets
  const target = targets.find((known) => known.name === name)
  if (target !== undefined) return [target]
  throw new TraceError('no-target', `no target is called "${name}"`, {
    remedy: `there is ${targets.map((known) => known.name).join(', ')}`,
  })
}

/** A header with a line break in it, or a name that is none, would fail with every request. */
function assertSendable({ name, headers }: Target): void {
  try {
    new Headers(headers)
  } catch {
    // What it says quotes the header.
    throw new TraceError('config', `a header of the target "${name}" cannot be sent`, {
      remedy: 'check the names and values of its headers',
    })
  }
}

function parsed(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new TraceError('config', `cannot read ${file}`, {
      remedy: 'make it readable for you',
      cause: error,
    })
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    // What the parser says quotes the file, which holds keys.
    throw invalid('it is not JSON')
  }
}

function isOpenToOthers(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && process.platform !== 'win32' && (stats.mode & 0o077) !== 0
}
