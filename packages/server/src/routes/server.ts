import { openApi } from '../api/openapi.ts'
import type { ServerContext } from '../context.ts'
import { healthOf } from '../sessions/health.ts'
import { answer, download, type Routes } from './answer.ts'

/** What the server says of itself. */
export function serverRoutes(app: Routes, context: ServerContext): void {
  const { version, demo } = context

  answer(app, 'GET /api/me', ({ device }) => ({
    scope: device.scope,
    device: device.id,
    version,
    demo,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }))

  answer(app, 'GET /api/health', async () => {
    await context.refresher.fresh()
    return healthOf(context)
  })

  let document: string | null = null
  download(app, 'GET /api/openapi.json', () => {
    document ??= JSON.stringify(openApi(version))
    return new Response(document, { headers: { 'content-type': 'application/json; charset=utf-8' } })
  })
}
