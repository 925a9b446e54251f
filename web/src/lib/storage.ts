/**
 * Session storage of this tab. Storage can be disabled, full or edited by the visitor: an unreadable value counts as missing
 * (`read` returns undefined), and a failed write is ignored.
 */
export function readStored<T>(key: string, read: (stored: unknown) => T | undefined) {
  try {
    const stored = sessionStorage.getItem(key)
    return stored === null ? undefined : read(JSON.parse(stored))
  } catch {
    return undefined
  }
}

export function writeStored(key: string, value: unknown) {
  ignoreErrors(() => sessionStorage.setItem(key, JSON.stringify(value)))
}

export function removeStored(key: string) {
  ignoreErrors(() => sessionStorage.removeItem(key))
}

function ignoreErrors(write: () => void) {
  try {
    write()
  } catch {
    // Private windows and full disks throw. The page works without storage.
  }
}
