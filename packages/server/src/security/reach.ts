import { X509Certificate } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { isIP } from 'node:net'

/** Where the server listens and under which names it may be asked. */
export interface Reach {
  /** Addresses that it listens on, e.g. 127.0.0.1. */
  readonly hosts: readonly string[]
  readonly port: number
  /** '' or '/x', without a slash at the end. */
  readonly basePath: string
  readonly tls: Tls | null
  /** The origin of a tunnel or a proxy in front, e.g. https://skein.example.org. */
  readonly tunnel: string | null
}

export interface Tls {
  /** PEM */
  readonly cert: string
  readonly key: string
}

/** Names that requests may be for, and origins they may come from: all others are somebody else's page. */
export interface AllowList {
  /** As in a Host header, in small letters. */
  readonly hosts: ReadonlySet<string>
  readonly origins: ReadonlySet<string>
}

/**
 * Only addresses that are this machine's, names in its certificate, and the tunnel's. A name that an attacker points at this
 * machine (DNS rebinding) is none of them.
 */
export function allowList(reach: Reach): AllowList {
  const scheme = reach.tls === null ? 'http' : 'https'
  const names = [
    ...LOOPBACK_NAMES,
    ...reach.hosts.flatMap((host) => (isAny(host) ? ownAddresses() : [host])),
    ...(reach.tls === null ? [] : certificateNames(reach.tls.cert)),
  ]
  const addresses = names.map((name) => new URL(`${scheme}://${bracketed(name)}:${reach.port}`))
  if (reach.tunnel !== null) addresses.push(new URL(reach.tunnel))
  return {
    hosts: new Set(
      addresses.flatMap(({ host, port, protocol }) =>
        port === '' ? [host, `${host}:${USUAL_PORTS[protocol]}`] : [host],
      ),
    ),
    origins: new Set(addresses.map(({ origin }) => origin)),
  }
}

/** Where people open it: the tunnel, else the first address. */
export function publicOrigin(reach: Reach): string {
  if (reach.tunnel !== null) return new URL(reach.tunnel).origin
  return localOrigin(reach)
}

/** Where this machine opens it. */
export function localOrigin(reach: Reach): string {
  const [first] = reach.hosts
  const host = first === undefined || isAny(first) ? '127.0.0.1' : first
  return new URL(`${reach.tls === null ? 'http' : 'https'}://${bracketed(host)}:${reach.port}`).origin
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Whether other devices get here. */
export function isReachable({ hosts, tunnel }: Reach): boolean {
  return tunnel !== null || hosts.some((host) => !isLoopback(host))
}

function isAny(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map(({ address }) => address).filter((address) => !address.startsWith('fe80')),
  )
}

/** `DNS:a.example, IP Address:10.0.0.1`; a wildcard would let in names that nobody named. */
function certificateNames(cert: string): string[] {
  const names = new X509Certificate(cert).subjectAltName?.split(', ') ?? []
  return names.flatMap((entry) => {
    const name = /^(?:DNS|IP Address):([\w.:-]+)$/.exec(entry)?.[1]
    return name === undefined ? [] : [name]
  })
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '::1']
const USUAL_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }
