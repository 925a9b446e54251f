import type { Page } from '@playwright/test'

/** What the server would say, said by the test. */
export const mockResponse = (page: Page, path: string | RegExp, json: unknown, status = 200) =>
  page.route(path, (route) => route.fulfill({ status, json }))

const refusal = (statusCode: number, code: string, message: string) => ({
  success: false,
  statusCode,
  code,
  message,
  requestId: 'r',
})

export const mockError = (page: Page, path: string | RegExp, status: number, message: string) =>
  mockResponse(
    page,
    path,
    refusal(status, status === 404 ? 'NOT_FOUND' : 'INVALID', message),
    status,
  )

/** Keeps every such call waiting until the test has looked. */
export async function delayResponse(page: Page, path: string | RegExp) {
  let letGo: () => void = () => undefined
  const looked = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(path, async (route) => {
    await looked
    await route.continue().catch(() => undefined)
  })
  return letGo
}
