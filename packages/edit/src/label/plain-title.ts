import { EditError } from '../errors.ts'

/** A title that people give is written as it is, so it has to be one that a list can show. */
export function assertTitle(title: string): void {
  if (title.trim() === '') throw new EditError('option', 'a title needs a letter', { remedy: 'name one' })
  assertPlain(title)
}

export function assertPlain(text: string): void {
  if (/\p{Cc}/u.test(text))
    throw new EditError('option', 'a title or tag is one line of plain text', {
      remedy: 'leave control characters out',
    })
}
