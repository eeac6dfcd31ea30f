import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe-core finds in a page, serious and critical only, one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  return look(page, `document`)
}

/**
 * The same of what this function has not seen in the page yet: elements that are new, became visible, or have other attributes. An
 * element that is as it was when it was looked at is as usable as it was.
 */
export async function newSeriousFindings(page: Page): Promise<string[]> {
  return look(page, unseenIn)
}

async function look(page: Page, where: string): Promise<string[]> {
  // Evaluated by the debugger, so the page's policy neither forbids it nor has to allow it.
  if ((await page.evaluate(`'axe' in globalThis`)) !== true) await page.evaluate(axe.source)
  return page.evaluate(`(async () => {
    const isSerious = ({ impact }) => impact === 'serious' || impact === 'critical'
    // What a rule finds weighs as much as the rule, so lighter ones would be asked for nothing.
    const lighter = axe._audit.rules.filter((rule) => !isSerious(rule)).map(({ id }) => [id, { enabled: false }])
    const rules = Object.fromEntries(lighter)
    const where = ${where}
    if (where.include?.length === 0) return []
    const { violations } = await axe.run(where, { resultTypes: ['violations'], rules })
    return violations
      .filter(isSerious)
      .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => id + ': ' + help + ' at ' + target.join(' ')))
  })()`)
}

/** The outermost elements that were not looked at as they are now; the whole document the first time. */
const unseenIn = `(() => {
  const isFirst = globalThis.lookedAt === undefined
  const lookedAt = (globalThis.lookedAt ??= new WeakMap())
  const changed = new Set()
  for (const one of document.querySelectorAll('*')) {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const now = one.cloneNode(false).outerHTML
    if (lookedAt.get(one) !== now) changed.add(one)
    lookedAt.set(one, now)
  }
  if (isFirst) return document
  return { include: [...changed].filter((one) => !changed.has(one.parentElement)) }
})()`
