import { inert } from '../text/inert.ts'

/** Text of a transcript as text of a page: no tag, no entity, no control character and no turned direction. */
export function escapeHtml(text: string): string {
  return inert(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign])
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
