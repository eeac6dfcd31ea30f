import type { Scope } from '../auth/scope.ts'
import { ROUTES, type Route } from './route-table.ts'

type Table = Readonly<Record<string, Pick<Route, 'scope'>>>

/** What a device needs to ask this, by the table of requests. What is not in it may be read by all and changed by none but `all`. */
export function scopeOf(method: string, path: string, routes: Table = ROUTES): Scope {
  const asked = `${method === 'HEAD' ? 'GET' : method} ${path}`
  const route = Object.keys(routes).find((name) => fits(name, asked))
  if (route !== undefined) return routes[route].scope
  return asked.startsWith('GET ') ? 'read' : 'all'
}

function fits(name: string, asked: string): boolean {
  const [parts, given] = [name.split('/'), asked.split('/')]
  return parts.length === given.length && parts.every((part, i) => part.startsWith(':') || part === given[i])
}
