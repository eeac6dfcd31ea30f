import type { ServerContext } from '../context.ts'
import { editSession } from '../edits/edit-session.ts'
import { changeableSession } from '../sessions/changeable.ts'
import { answer, type Routes } from './answer.ts'

/** New sessions made from old ones. */
export function editRoutes(app: Routes, context: ServerContext): void {
  answer(app, 'POST /api/sessions/:session/edits', async ({ params, body, signal }) =>
    editSession(context, await changeableSession(context, params.session), { edit: body, signal }),
  )
}
