import { deviceStorage } from '@marquee/ui-kit/lib/storage.ts'

/** Present if the visitor has switched the shortcut off on this device. It stays after signing out. */
const OFF_KEY = 'search-shortcut-off'

/** The key that focuses the search of the home page. */
export const SEARCH_SHORTCUT = '/'

export const isSearchShortcutOn = () => deviceStorage.has(OFF_KEY) !== true

export function setSearchShortcut(isOn: boolean) {
  if (isOn) deviceStorage.remove(OFF_KEY)
  else deviceStorage.write(OFF_KEY, true)
}
