import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe-core finds in a page, serious and critical only, one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Evaluated by the debugger, so the page's policy neither forbids it nor has to allow it.
  await page.evaluate(axe.source)
  return page.evaluate(`(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => id + ': ' + help + ' at ' + target.join(' ')))
  })()`)
}
