import type { Page, TestInfo } from '@playwright/test'

/** Answers the time of an event once it has happened, in epoch milliseconds. All browsers of a test have the clock of one machine. */
type EventTime = () => Promise<number>

/** Listens for the next event from the moment the promise resolves. */
export async function watchForEvent(page: Page, type: 'click' | 'submit'): Promise<EventTime> {
  const watch = await page.evaluateHandle((name) => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const record = () => resolve(Date.now())
    document.addEventListener(name, record, { capture: true, once: true })
    // A promise by itself would be waited for.
    return { time: promise }
  }, type)
  return () => watch.evaluate(({ time }) => time)
}

/** Watches from the moment the promise resolves until the page contains an element for each selector, one of them with the text. */
export async function watchForElements(
  page: Page,
  selectors: readonly string[],
  text = '',
): Promise<EventTime> {
  const watch = await page.evaluateHandle(
    ([wanted, content]) => {
      const { promise, resolve } = Promise.withResolvers<number>()
      const isPresent = (selector: string) =>
        [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(content))
      const observer = new MutationObserver(() => {
        if (!wanted.every(isPresent)) return
        observer.disconnect()
        resolve(Date.now())
      })
      observer.observe(document, { subtree: true, childList: true, attributes: true })
      return { time: promise }
    },
    [selectors, text] as const,
  )
  return () => watch.evaluate(({ time }) => time)
}

/** Writes a delay into the report of the test. The test does not depend on it. */
export async function annotateDelay(
  { annotations }: TestInfo,
  what: string,
  [from, to]: readonly [EventTime, EventTime],
) {
  annotations.push({ type: 'delay', description: `${what}: ${(await to()) - (await from())} ms` })
}
