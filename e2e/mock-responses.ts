import type { Page } from '@playwright/test'

/** Responds to all requests to a path with this JSON, without the server. */
export const mockResponse = (page: Page, path: string, json: unknown, status = 200) =>
  page.route(path, (route) => route.fulfill({ status, json }))

export const mockError = (page: Page, path: string, statusCode: 400 | 404, message: string) => {
  const code = statusCode === 404 ? 'NOT_FOUND' : 'INVALID'
  const error = { success: false, statusCode, code, message, requestId: 'r' }
  return mockResponse(page, path, error, statusCode)
}

/** Delays all requests to a path until the returned function is called. Responses that were mocked before stay mocked. */
export async function delayRequests(page: Page, path: string) {
  const released = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await released.promise
    await route.fallback().catch(() => undefined)
  })
  return released.resolve
}
