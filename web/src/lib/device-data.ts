import { deviceStorage } from '@marquee/ui-kit/lib/storage.ts'
import { removeAcceptedMoves } from './accepted-moves.ts'

/** The IndexedDB database with the tickets of the signed-in user. */
export const DEVICE_DATABASE = 'marquee'

/** The local storage of `last-details.ts`. */
export const LAST_DETAILS_KEY = 'last-details'

// Module state, because the database belongs to the browser, not to a component.
let writes = new AbortController()

/** Aborted when the data on this device are deleted. Pass it to everything that leads to a write. */
export const deviceWrites = () => writes.signal

/**
 * Deletes what is stored on this device about a user, and stops writes in progress. Without a library, so that signing out
 * never waits for code to load.
 */
export function deleteDeviceData() {
  writes.abort()
  writes = new AbortController()
  removeAcceptedMoves()
  deviceStorage.remove(LAST_DETAILS_KEY)
  try {
    indexedDB.deleteDatabase(DEVICE_DATABASE)
  } catch {
    // Some private windows have no storage.
  }
}

/** Present if the visitor has switched the shortcut off on this device. It stays after signing out. */
const OFF_KEY = 'search-shortcut-off'

/** The key that focuses the search of the home page. */
export const SEARCH_SHORTCUT = '/'

export const isSearchShortcutOn = () => deviceStorage.has(OFF_KEY) !== true

export function setSearchShortcut(isOn: boolean) {
  if (isOn) deviceStorage.remove(OFF_KEY)
  else deviceStorage.write(OFF_KEY, true)
}
