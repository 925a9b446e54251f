/**
 * One tab's memory. A browser may forbid it, a visitor may fill or edit it: what cannot be read or does not
 * fit (`read` gives nothing) counts as not there, and what cannot be written is simply not remembered.
 */
export function recall<T>(key: string, read: (stored: unknown) => T | undefined) {
  try {
    const stored = sessionStorage.getItem(key)
    return stored === null ? undefined : read(JSON.parse(stored))
  } catch {
    return undefined
  }
}

export function remember(key: string, value: unknown) {
  attempt(() => sessionStorage.setItem(key, JSON.stringify(value)))
}

export function forget(key: string) {
  attempt(() => sessionStorage.removeItem(key))
}

function attempt(write: () => void) {
  try {
    write()
  } catch {
    // Private windows and full disks refuse: the page works on without its memory.
  }
}
