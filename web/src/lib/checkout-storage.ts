/** The keys of session storage, before `:` and the id of a showtime. */
export const DRAFT_KEY = 'draft'
/** Without an id: the showtime of the latest order. */
export const ORDER_KEY = 'booking'

/** Removes phone and vehicle numbers that are not booked yet, so that the next user of this tab does not see them. */
export function removeCheckouts() {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if ([DRAFT_KEY, ORDER_KEY].includes(key.split(':')[0] ?? '')) sessionStorage.removeItem(key)
    }
  } catch {
    // Some private windows have no storage.
  }
}
