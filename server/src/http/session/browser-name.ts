import { BROWSER_MAP, parse } from 'bowser'

/** The User-Agent headers of browsers are shorter. */
const MAX_LENGTH = 512
const BROWSERS: ReadonlySet<string> = new Set(Object.values(BROWSER_MAP))

/**
 * The browser and system of a User-Agent header: `Firefox on Android`. Null for an unknown browser: a header may contain any text, and only
 * known names are stored and shown.
 */
export function browserName(userAgent: string | undefined) {
  if (!userAgent) return null
  const { browser, os } = parse(userAgent.slice(0, MAX_LENGTH))
  if (!browser.name || !BROWSERS.has(browser.name)) return null
  const name = browser.name.replace(/ for Android$/, '')
  return os.name ? `${name} on ${os.name}` : name
}
