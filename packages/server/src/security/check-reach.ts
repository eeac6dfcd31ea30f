import { isLoopback, type Reach } from './reach.ts'

/** Why a server may not listen like that, and what to do; null where it may. */
export function reachProblem(
  reach: Pick<Reach, 'hosts' | 'tls' | 'tunnel' | 'basePath'>,
): { readonly what: string; readonly remedy: string } | null {
  const open = reach.hosts.find((host) => !isLoopback(host))
  if (reach.tunnel !== null && !isTunnel(reach.tunnel))
    return {
      what: `--tunnel ${reach.tunnel} is no address of a site`,
      remedy: 'name it like https://skein.example.org',
    }
  if (!BASE_PATH.test(reach.basePath))
    return { what: `--base-path ${reach.basePath} is not understood`, remedy: 'it is like /skein' }
  if (open !== undefined && reach.tls === null && reach.tunnel === null)
    return {
      what: `everybody on the way could read along if Skein listened on ${open} without TLS`,
      remedy: 'add --tls-cert and --tls-key, or --tunnel https://… for what stands in front of it',
    }
  return null
}

/** TLS, and nothing but scheme, name and port. */
function isTunnel(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, href } = new URL(text)
  return protocol === 'https:' && href === `${origin}/`
}

const BASE_PATH = /^(?:\/[\w-]+)*$/
