import type { Page } from '@playwright/test'

/** What three base64url parts with dots between them look like, and the names under which tokens travel. */
export const TOKEN_PATTERN =
  /eyJ[\w-]+\.[\w-]+\.|id_token|access_token|refresh_token|accessToken|refreshToken|credential/

/** Hears every JSON body the page is answered, and tells them all. */
export function recordJsonBodies(page: Page) {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('json')) {
      bodies.push(response.text().catch(() => ''))
    }
  })
  return async () => (await Promise.all(bodies)).join('\n')
}

/** What the page keeps for itself. */
export const readWebStorage = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
