import { reachProblem, type Reach } from '@skein/server'
import { SkeinError } from '../errors.ts'

export interface ReachFlags {
  readonly host?: readonly string[]
  readonly basePath: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly tunnel?: string
}

/** Where to listen, as the command line says; refused where it would not be safe. */
export function reachOf(flags: ReachFlags, read: (file: string) => string): Omit<Reach, 'port'> {
  const { tlsCert, tlsKey } = flags
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new SkeinError('usage', 'a certificate needs its key', { remedy: 'give --tls-cert and --tls-key' })
  const reach = {
    hosts: (flags.host ?? ['127.0.0.1']).flatMap((host) =>
      host === 'localhost' ? ['127.0.0.1', '::1'] : [host],
    ),
    basePath: flags.basePath.replace(/\/$/, ''),
    tls: tlsCert === undefined || tlsKey === undefined ? null : { cert: read(tlsCert), key: read(tlsKey) },
    tunnel: flags.tunnel?.replace(/\/$/, '') ?? null,
  }
  const problem = reachProblem(reach)
  if (problem !== null) throw new SkeinError('usage', problem.what, { remedy: problem.remedy })
  return reach
}
