import type { Page } from '@playwright/test'

/** Matches JSON Web Tokens and the field names of tokens. */
export const TOKEN_PATTERN =
  /eyJ[\w-]+\.[\w-]+\.|id_token|access_token|refresh_token|accessToken|refreshToken|credential/

/** Records all JSON response bodies. Returns a function that joins them. */
export function recordJsonBodies(page: Page) {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('json')) {
      bodies.push(response.text().catch(() => ''))
    }
  })
  return async () => (await Promise.all(bodies)).join('\n')
}

/** Returns the contents of localStorage and sessionStorage. */
export const readWebStorage = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
