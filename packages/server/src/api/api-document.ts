import { ROUTES, type Route } from './route-table.ts'

/** docs/server-api.md, made of the table of requests; `node scripts/server-api.mjs` writes it. */
export function apiDocument(): string {
  const rows = Object.entries(ROUTES).map(([name, route]: [string, Route]) => {
    const query = Object.keys(route.query?.shape ?? {}).map((field) => `\`${field}\``)
    const kind = route.response === undefined ? (route.download ?? []).join(', ') : 'JSON'
    return `| \`${name}\` | ${route.summary} | ${query.join(' ')} | ${kind} | ${route.scope === 'read' ? '' : `\`${route.scope}\``} |`
  })
  return `${HEAD}\n${rows.join('\n')}\n`
}

const HEAD = `# The server's API

Everything that the app asks, anybody signed in may ask. \`packages/server/src/api/route-table.ts\` has every request and
its answer as schemas; the types in \`api/api.ts\`, this page and \`GET /api/openapi.json\`, an OpenAPI 3.1 document, are made of it.

- A session is named by its \`key\` out of a list: its id, and \`id@project\` where several projects have it. Sub-agents are named
  by their agent id, entries by their byte offset or uuid, branches by the byte offset of their last entry. No request takes a path.
- No answer grows with the history. Pages have at most 256 KB; \`next\` asks for the following one (as \`after\`, \`before\` or
  \`from\`). Texts come cut, with their \`length\`; \`entries/:entry/text\` gives the whole. Lists that are capped say how many they \`omitted\`.
- Everything shown is masked; \`reveal=true\` shows the secrets of that answer, to a device with the scope \`all\`.
- A refusal is \`{ "error": { "code", "message", "remedy" } }\`: 400 names the field that does not fit, 404 \`not-found\`,
  409 \`ambiguous\`, \`in-use\`, \`nothing-to-do\`, \`demo\` and the like, 403 for a device that may only read.
- A request needs the scope of its row, or a wider one: \`read\` (where the row has none), \`drive\`, \`all\`. Every request but GET
  needs the header \`x-skein-csrf: 1\`.
- \`GET /api/live\` is a stream of events. \`POST /api/live/:client\` names the topics it tells of: \`sessions\`, \`usage\`,
  \`session:<key>\`, \`agent:<key>/<agent>\`, the last two with the \`cursor\` of the view that the client has.

| request | what | query | answer | scope |
| ------- | ---- | ----- | ------ | ----- |`
