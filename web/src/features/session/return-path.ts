/** Pages that make no sense to come back to once signed in. */
const DOORS = new Set(['/sign-in', '/sign-up', '/signin', '/signup'])

/**
 * Where to go after sign-in: back to the page that asked for it, else home. Anything that would leave this
 * site (`//elsewhere.example`, `/\elsewhere`) counts as home.
 */
export function returnPath(state: unknown) {
  const from = stateField(state, 'from')
  if (!from?.startsWith('/')) return '/'

  const url = new URL(from, window.location.origin)
  if (url.origin !== window.location.origin || DOORS.has(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

/** A text carried in navigation state, which may hold anything. */
export function stateField(state: unknown, name: string) {
  if (typeof state !== 'object' || state === null) return undefined
  const value = (state as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
