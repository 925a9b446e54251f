import type { Page, TestInfo } from '@playwright/test'

/** Resolves with the time of the next event. All browsers of a test have the clock of one machine (epoch milliseconds). */
export const timeOfEvent = (page: Page, type: 'click' | 'submit') =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const record = () => resolve(Date.now())
        document.addEventListener(name, record, { capture: true, once: true })
      }),
    type,
  )

/** Resolves with the time at which the page contains an element for each selector, one of them with the text. */
export const timeOfAppearance = (page: Page, selectors: readonly string[], text = '') =>
  page.evaluate(
    ([wanted, content]) =>
      new Promise<number>((resolve) => {
        const isPresent = (selector: string) =>
          [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(content))
        const observer = new MutationObserver(() => {
          if (!wanted.every(isPresent)) return
          observer.disconnect()
          resolve(Date.now())
        })
        observer.observe(document, { subtree: true, childList: true, attributes: true })
      }),
    [selectors, text] as const,
  )

/** Writes a delay into the report of the test. The test does not depend on it. */
export async function annotateDelay(
  { annotations }: TestInfo,
  what: string,
  [from, to]: readonly [Promise<number>, Promise<number>],
) {
  annotations.push({ type: 'delay', description: `${what}: ${(await to) - (await from)} ms` })
}
