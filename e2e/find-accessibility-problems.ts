import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The rules of axe that the page breaks, each with its elements. `within` is a CSS selector: only that part of the page is checked. */
export async function findAccessibilityProblems(page: Page, { within }: { within?: string } = {}) {
  const axe = new AxeBuilder({ page })
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`,
  )
}
