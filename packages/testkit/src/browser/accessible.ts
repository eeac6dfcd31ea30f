import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe-core finds in a page, serious and critical only, one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Evaluated by the debugger, so the page's policy neither forbids it nor has to allow it.
  if ((await page.evaluate(`'axe' in globalThis`)) !== true) await page.evaluate(axe.source)
  return page.evaluate(`(async () => {
    const isSerious = ({ impact }) => impact === 'serious' || impact === 'critical'
    // What a rule finds weighs as much as the rule, so lighter ones would be asked for nothing.
    const lighter = axe._audit.rules.filter((rule) => !isSerious(rule)).map(({ id }) => [id, { enabled: false }])
    const rules = Object.fromEntries(lighter)
    const { violations } = await axe.run(document, { resultTypes: ['violations'], rules })
    return violations
      .filter(isSerious)
      .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => id + ': ' + help + ' at ' + target.join(' ')))
  })()`)
}
