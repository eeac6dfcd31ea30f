import type { Environment } from '@skein/store'
import { shortHash } from './pointer.ts'

/**
 * A name for the variables by which a hook says where its traces go: hooks of one name have the same targets, and notes of another
 * name are not for them. Empty where no variable names a target.
 *
 * Contract: no key can be read from it. `LANGFUSE_SECRET_KEY` has no part in it: whoever mends it is the same sender. It loads
 * nothing, as the hook runs at the end of every turn.
 */
export function environmentName(env: Environment): string {
  const said = (name: string): string => env[name]?.trim() ?? ''
  if (NAMING.every((name) => said(name) === '')) return ''
  return shortHash([...NAMING, ...FURTHER].map(said).join('\n'))
}

/** Without any of these there is no target of variables. */
const NAMING = ['LANGFUSE_PUBLIC_KEY', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT']

/** Headers are often all that tells one tenant from another. */
const FURTHER = [
  'LANGFUSE_BASE_URL',
  'LANGFUSE_BASEURL',
  'LANGFUSE_HOST',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'OTEL_EXPORTER_OTLP_HEADERS',
]
