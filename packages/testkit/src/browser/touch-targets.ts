import type { Page } from 'playwright-core'

/**
 * What a finger would miss, one line each: what is pressed, and its size in pixels.
 *
 * A control that stands by itself has 44 × 44 (WCAG 2.5.5). What stands in a row of its kind, chips among words and the rows of
 * a drawing, has 24 × 24 (WCAG 2.5.8). A link in a sentence is as high as its line, and exempt in both.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const pressed = 'button, a[href], [role=tab], [role=option], [role=menuitem], [role=menuitemcheckbox], [role=radio], [role=treeitem], summary, select, input'
    const isShown = (one) => {
      const { width, height, right, bottom } = one.getBoundingClientRect()
      return width > 1 && height > 1 && right > 0 && bottom > 0 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    }
    // Within a sentence: it has words beside it, and flows with them.
    const isInText = (one) =>
      getComputedStyle(one).display === 'inline' &&
      [...one.parentNode.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')
    // Where a finger may land: a label that belongs to it, or a row that presses it, counts with it.
    const boxOf = (one) => {
      const own = one.getBoundingClientRect()
      const around = one.closest('label')?.getBoundingClientRect() ?? own
      const after = getComputedStyle(one, '::after')
      const grown = after.position === 'absolute' && after.content !== 'none'
      const height = Math.max(own.height, around.height, grown ? parseFloat(after.height) || 0 : 0)
      const width = Math.max(own.width, around.width, grown ? parseFloat(after.width) || 0 : 0)
      return { width, height }
    }
    const found = []
    for (const one of document.querySelectorAll(pressed)) {
      if (!isShown(one) || isInText(one) || one.closest('.md, .sr-only')) continue
      const least = one.matches(${JSON.stringify(CHIPS)}) ? 24 : 44
      const { width, height } = boxOf(one)
      if (width >= least - 0.5 && height >= least - 0.5) continue
      const name = (one.ariaLabel ?? one.textContent ?? '').trim().replaceAll(/\\s+/g, ' ').slice(0, 40) || one.name || one.type
      found.push(one.tagName.toLowerCase() + ' "' + name + '" ' + Math.round(width) + '×' + Math.round(height) + ' .' + one.className)
    }
    return [...new Set(found)]
  })()`)
}

/** Masked secrets, chips that open or lead somewhere, facts below a title, turns by number, values of a tree, spans. */
const CHIPS = [
  '.secret',
  '[class*=_chip_]',
  'a:has(> [class*=_chip_])',
  '[class*=_press_], [class*=_remove_]',
  '[class*=_facts_] a',
  'button[class*=_turn_]',
  '.json summary',
  '[role=treeitem], [role=treeitem] button',
  '[class*=_tree] a, [class*=_drawing_] *',
].join(', ')
