import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Environment } from '@skein/store'
import { TraceError } from '../errors.ts'
import { httpAddress } from '../target/http-address.ts'
import { LANGFUSE_CLOUD, langfuseEndpoint } from '../target/langfuse.ts'
import { otlpEnvironment, type Complain } from '../target/otlp-environment.ts'
import { DEFAULT_TIMEOUT_MS, MOST_TIMEOUT_MS, type Target, type TraceSettings } from '../target/target.ts'
import { invalid, type Fields } from './fields.ts'

export interface TargetContext {
  readonly env: Environment
  /** What relative paths of trace.json start from. */
  readonly folder: string
  readonly complain: Complain
  /** Settings of a target, joined with everybody's. */
  readonly settingsOf: (own: Fields | null) => TraceSettings
}

/** A target of trace.json. What it does not say, the variables of its kind do. */
export function readTarget(name: string, fields: Fields, context: TargetContext): Target {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name))
    throw invalid(`the name of a target is up to 64 letters, digits, dots, hyphens and underscores`)
  const kind = fields.choice('kind', ['langfuse', 'otlp', 'file'])
  if (kind === undefined) throw invalid(`targets.${name}.kind is missing: langfuse, otlp or file`)
  const target = { langfuse: langfuseTarget, otlp: otlpTarget, file: fileTarget }[kind](name, fields, context)
  const compression = fields.choice('compression', ['gzip', 'none'])
  const timeoutMs = fields.number('timeout', 1, MOST_TIMEOUT_MS)
  const profile = fields.choice('profile', ['genai', 'langfuse'])
  const settings = context.settingsOf(fields)
  fields.end()
  return {
    ...target,
    ...(compression === undefined ? {} : { compression }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(profile === undefined ? {} : { profile }),
    settings,
  }
}

/** The targets that variables name by themselves. */
export function environmentTargets(context: TargetContext): Target[] {
  const { env } = context
  const found: Target[] = []
  const missing = ['LANGFUSE_PUBLIC_KEY', 'LANGFUSE_SECRET_KEY'].filter((name) => !env[name])
  if (missing.length === 0) found.push(langfuseTarget('langfuse', null, context))
  if (missing.length === 1) context.complain(`${missing[0]} is not set, so that nothing is sent to Langfuse`)
  if (env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_ENDPOINT']) {
    const { url } = otlpEnvironment(env, context.complain)
    if (url !== undefined) found.push(otlpTarget('otlp', null, { ...context, complain: () => {} }))
  }
  return found
}

function langfuseTarget(name: string, fields: Fields | null, context: TargetContext): Target {
  const { env } = context
  const given = fields?.text('url')
  const variable = ['LANGFUSE_BASE_URL', 'LANGFUSE_BASEURL', 'LANGFUSE_HOST'].find((known) => env[known])
  const url = given ?? (variable === undefined ? LANGFUSE_CLOUD : env[variable])
  const publicKey = fields?.text('publicKey') || env['LANGFUSE_PUBLIC_KEY']
  const secretKey = fields?.text('secretKey') || env['LANGFUSE_SECRET_KEY']
  if (!publicKey || !secretKey)
    throw invalid(`targets.${name} needs publicKey and secretKey, or LANGFUSE_PUBLIC_KEY and _SECRET_KEY`)
  const endpoint = langfuseEndpoint({ url: url ?? LANGFUSE_CLOUD, publicKey, secretKey })
  if (endpoint === null && given !== undefined) throw invalid(`targets.${name}.url is no http address`)
  // Sent elsewhere than it says, the keys would be with somebody else.
  if (endpoint === null)
    throw new TraceError('config', `${variable ?? ''} is no http address`, { remedy: 'it begins with http' })
  return { ...base(name, context), kind: 'langfuse', profile: 'langfuse', ...endpoint }
}

function otlpTarget(name: string, fields: Fields | null, context: TargetContext): Target {
  const given = fields?.text('url')
  const headers = fields?.map('headers')
  const said = otlpEnvironment(context.env, context.complain)
  // Keys in variables are meant for the endpoint in variables.
  const fromEnvironment = given === undefined ? said : {}
  const address = given === undefined ? null : httpAddress(given)
  if (given !== undefined && address === null) throw invalid(`targets.${name}.url is no http address`)
  const url = address?.url ?? fromEnvironment.url
  if (url === undefined) throw invalid(`targets.${name}.url is missing`)
  return {
    ...base(name, context),
    kind: 'otlp',
    profile: 'genai',
    url: given === undefined ? url : withTracesPath(url),
    headers: { ...fromEnvironment.headers, ...address?.headers, ...lowerCased(headers) },
    ...(fromEnvironment.compression === undefined ? {} : { compression: fromEnvironment.compression }),
    ...(fromEnvironment.timeoutMs === undefined ? {} : { timeoutMs: fromEnvironment.timeoutMs }),
  }
}

function fileTarget(name: string, fields: Fields, context: TargetContext): Target {
  const path = fields.text('path')
  if (path === undefined) throw invalid(`targets.${name}.path is missing`)
  return {
    ...base(name, context),
    kind: 'file',
    profile: 'genai',
    url: resolve(
      context.folder,
      path.replace(/^~(?=\/)/, () => context.env['HOME'] || homedir()),
    ),
    headers: {},
  }
}

function base(
  name: string,
  context: TargetContext,
): Pick<Target, 'name' | 'compression' | 'timeoutMs' | 'settings'> {
  return { name, compression: 'gzip', timeoutMs: DEFAULT_TIMEOUT_MS, settings: context.settingsOf(null) }
}

/** `http://host:4318` is what collectors print; traces are taken below it. */
function withTracesPath(url: string): string {
  const address = new URL(url)
  if (address.pathname === '/') address.pathname = '/v1/traces'
  return address.href
}

function lowerCased(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([key, value]) => [key.toLowerCase(), value]))
}
