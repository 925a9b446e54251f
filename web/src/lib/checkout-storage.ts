import { tabStorage } from '@marquee/ui-kit/lib/storage.ts'

/** The keys in the storage of the tab, before `:` and the id of a showtime. */
export const DRAFT_KEY = 'draft'
/** Without an id: the showtime of the latest order. */
export const ORDER_KEY = 'booking'

/** Removes phone and vehicle numbers that are not booked yet, so that the next user of this tab does not see them. */
export function removeCheckouts() {
  for (const key of tabStorage.keys())
    if ([DRAFT_KEY, ORDER_KEY].includes(key.split(':')[0] ?? '')) tabStorage.remove(key)
}
