import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * The rules of axe that the page breaks, each with its elements, once its transitions have ended: a colour that changes has another contrast. `within` is a CSS
 * selector: only that part of the page is checked.
 */
export async function findAccessibilityProblems(page: Page, { within }: { within?: string } = {}) {
  await page.evaluate(waitForTransitions)
  // The pages have no frames. Legacy mode saves the second page that collects the results of frames.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`,
  )
}

/** Runs in the page. Animations that never end are not waited for, and a removed element ends its own early. */
async function waitForTransitions() {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
  await Promise.allSettled(ending.map(({ finished }) => finished))
}
