import { parseMoment } from '@skein/store'
import { SkeinError } from '../errors.ts'

/** The moment that an option names, in the words that searches use too; undefined where it was not given. */
export function moment(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined
  const time = parseMoment(text, Date.now())
  if (time !== null) return time
  throw new SkeinError('usage', `${option} ${text} is no date`, {
    remedy: 'a date is like 2026-03-01, 2026-03-01T12:30, 7d, 12h, today or yesterday',
  })
}
