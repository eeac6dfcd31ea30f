import { cutString } from '../session/cut.ts'

/** The text cut to `most` signs, an ellipsis in the place of the rest. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${cutString(text, most - 1).trimEnd()}…`
}
