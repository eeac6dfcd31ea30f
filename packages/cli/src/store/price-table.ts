import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SkeinHome } from '@skein/store'
import { CLAUDE_PRICES, parsePriceOverrides, withOverrides, type PriceTable } from '@skein/view'
import { fileError } from '../errors.ts'
import { say } from './say.ts'

/** The prices Skein knows, and those of the user's own `prices.json` before them. */
export function priceTable(home: SkeinHome): PriceTable {
  const file = join(home.folder, 'prices.json')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    // A file where the folder should be is told of by who needs the folder.
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return CLAUDE_PRICES
    throw fileError(error, file)
  }
  const { prices, diagnostics } = parsePriceOverrides(text)
  for (const { where, message } of diagnostics)
    say(`prices.json: ${where === '' ? '' : `${where} `}${message}`)
  return withOverrides(CLAUDE_PRICES, prices)
}
