import { expect, type Page } from '@playwright/test'

/** Matches session tokens (32 random bytes in base64url), JSON Web Tokens and the field names of tokens. */
const TOKEN_PATTERN =
  /(?<![\w-])[\w-]{43}(?![\w-])|eyJ[\w-]+\.[\w-]+\.|id_token|access_token|refresh_token|accessToken|refreshToken|credential/

/**
 * Records all JSON response bodies. Returns a function that asserts that neither they nor the page nor its storage contain a token.
 * The user must be signed in.
 */
export function recordTokenLeaks(page: Page) {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('json')) {
      bodies.push(response.text().catch(() => ''))
    }
  })
  return async () => {
    const tokens = await readSessionTokens(page)
    expect(tokens).toHaveLength(2)
    for (const token of tokens) expect(token).toMatch(TOKEN_PATTERN)
    for (const text of [...bodies, readWebStorage(page), page.content()]) {
      expect(await text).not.toMatch(TOKEN_PATTERN)
    }
  }
}

/** Returns the values of the access and the refresh cookie. */
async function readSessionTokens(page: Page) {
  const cookies = await page.context().cookies()
  return cookies.filter(({ name }) => /access|refresh/.test(name)).map(({ value }) => value)
}

/** Returns the contents of localStorage and sessionStorage. */
export const readWebStorage = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
