import type { ApiFailure } from '../errors.ts'

/** A refusal as a page, for people who opened a link. All of its text is ours. */
export function notice(failure: ApiFailure): Response {
  const text = `${failure.message}. ${failure.remedy ?? ''}`.replace(/[<>&]/g, '')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="./icon.svg"><title>Skein</title></head><body><h1>Skein</h1><p>${text}</p></body></html>`
  return new Response(html, {
    status: failure.status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(failure.retryAfter !== null && { 'Retry-After': String(failure.retryAfter) }),
    },
  })
}
