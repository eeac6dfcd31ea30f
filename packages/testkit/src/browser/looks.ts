import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { isLong } from '../long-runs.ts'
import { newSeriousFindings, seriousFindings } from './accessible.ts'
import type { Visitor } from './chromium.ts'

/** Long enough for a machine that does other things; nobody waits for it unless something is wrong. */
export const PATIENCE_MS = 60_000

/** Waits until it is to be seen. */
export async function seen(...locators: readonly Locator[]): Promise<void> {
  for (const locator of locators) await locator.first().waitFor({ state: 'visible', timeout: PATIENCE_MS })
}

/** Waits until there is nothing of it to be seen. */
export async function gone(locator: Locator): Promise<void> {
  await expect.poll(() => locator.filter({ visible: true }).count(), { timeout: PATIENCE_MS }).toBe(0)
}

/** Asks again until the answer is right. */
export function eventually<T>(ask: () => Promise<T> | T): Eventual<T> & { readonly not: Eventual<T> } {
  return expect.poll(ask, { timeout: PATIENCE_MS })
}

type Eventual<T> = Record<'toBe' | 'toEqual' | 'toContain', (wanted: T) => Promise<void>> &
  Record<'toBeLessThan' | 'toBeGreaterThan', (wanted: number) => Promise<void>> & {
    readonly toMatch: (wanted: RegExp) => Promise<void>
  }

/**
 * A view as it must always be: nothing went wrong in it, everybody can use it, nothing sticks out. A long run looks at all of it each
 * time; otherwise what was looked at in the page before is left out.
 */
export async function looksRight(visitor: Visitor, page: Page, name: string): Promise<void> {
  await visitor.keep(page, name)
  expect(await (isLong ? seriousFindings : newSeriousFindings)(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  expect(visitor.troubles).toEqual([])
}
