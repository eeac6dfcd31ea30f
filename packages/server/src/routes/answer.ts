import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import type { Api, Done, Downloads } from '../api/api.ts'
import { paramsOf, ROUTES, type Route, type RouteName } from '../api/route-table.ts'
import type { Scope } from '../auth/scope.ts'
import { ApiFailure } from '../errors.ts'
import { badRequest, failureOf } from './failure.ts'

/** Who is asking, as the middlewares before a route found out. */
export interface AskingDevice {
  readonly id: string
  readonly name: string
  readonly scope: Scope
}

export interface RouteEnv {
  Variables: { device: AskingDevice }
}

export type Routes = Hono<RouteEnv>

type PartOf<Name extends RouteName, Part extends 'query' | 'body'> = (Api & Downloads)[Name] extends {
  readonly [P in Part]: infer Type
}
  ? Type
  : Record<string, never>

/** A request whose every part fits its schema. */
export interface Asked<Name extends RouteName> {
  readonly params: { readonly [Param in ParamsIn<Name>]: Param extends 'turn' | 'index' ? number : string }
  readonly query: PartOf<Name, 'query'>
  readonly body: PartOf<Name, 'body'>
  readonly device: AskingDevice
  readonly signal: AbortSignal
}

type ParamsIn<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamsIn<Rest>
  : Path extends `${string}:${infer Param}`
    ? Param
    : never

type Answered<Name extends keyof Api> = Api[Name] extends { readonly response: infer Response }
  ? Response
  : never

/** The answer of what only does something. */
export const DONE: Done = { done: true }

/** An answer that was written down elsewhere. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Answers one request of the table with JSON. */
export function answer<Name extends keyof Api>(
  app: Routes,
  name: Name,
  handler: (asked: Asked<Name>) => Promise<Answered<Name> | JsonText> | Answered<Name>,
): void {
  const [method, path] = splitName(name)
  app.on(method, path, async (c) => {
    const answered = await refusing(async () => handler(await askedOf(c, name)))
    const text = answered instanceof JsonText ? answered.text : JSON.stringify(answered)
    return c.body(text, 200, { 'content-type': 'application/json; charset=utf-8' })
  })
}

/** Answers with whatever the handler makes. */
export function download<Name extends keyof Downloads>(
  app: Routes,
  name: Name,
  handler: (asked: Asked<Name>) => Promise<Response> | Response,
): void {
  const [method, path] = splitName(name)
  app.on(method, path, (c) => refusing(async () => handler(await askedOf(c, name))))
}

/** What the client can act on is told it as such; the rest is a bug and goes to the log. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error) ?? error
  }
}

/** Paths of the table begin with `/api`, where these routes are mounted. */
function splitName(name: string): [method: string, path: string] {
  const [method, path] = name.split(' ')
  return [method, path.slice('/api'.length)]
}

async function askedOf<Name extends RouteName>(c: Context<RouteEnv>, name: Name): Promise<Asked<Name>> {
  const route: Route = ROUTES[name]
  const device = c.get('device')
  // One word for it in every request that has it.
  const query: { readonly reveal?: unknown } =
    route.query === undefined ? {} : fitting(route.query, onlyOnce(c.req.queries()))
  if (query.reveal === true && device?.scope !== 'all')
    throw new ApiFailure(403, 'forbidden', 'revealing secrets needs a device with full rights', {
      remedy: 'pair it anew with the scope `all`',
    })
  // Each is what its schema gives.
  return {
    params: fitting(paramsOf(name), c.req.param()),
    query,
    body: route.body === undefined ? {} : fitting(route.body, await jsonOf(c)),
    device,
    signal: c.req.raw.signal,
  } as unknown as Asked<Name>
}

function fitting(schema: z.ZodType, value: unknown): object {
  const result = schema.safeParse(value)
  // All of them are of objects.
  if (result.success) return result.data as object
  const issue = result.error.issues[0]
  const field = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.')
  throw badRequest(field, issue.message)
}

function onlyOnce(queries: Readonly<Record<string, string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, values]) => {
      if (values.length === 1) return [name, values[0]]
      throw badRequest(name, `is there ${values.length} times`)
    }),
  )
}

async function jsonOf(c: Context<RouteEnv>): Promise<unknown> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new ApiFailure(415, 'bad-request', 'content-type: is not application/json')
  const text = await c.req.text()
  if (text.length > MOST_BODY)
    throw new ApiFailure(413, 'too-large', `the body is longer than ${MOST_BODY} signs`)
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('', 'the body is no JSON')
  }
}

const MOST_BODY = 64 * 1024
