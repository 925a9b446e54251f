/**
 * JSON values in the storage of the browser. It can be disabled, full or edited by the visitor: an unreadable value counts as
 * missing, and a failed write is ignored.
 */
const createStorage = (area: () => Storage) => ({
  /** `parse` returns undefined for a value that is not valid. */
  read: <T>(key: string, parse: (stored: unknown) => T | undefined): T | undefined =>
    ignoreErrors(() => {
      const stored = area().getItem(key)
      return stored === null ? undefined : parse(JSON.parse(stored))
    }),
  write: (key: string, value: unknown) =>
    ignoreErrors(() => area().setItem(key, JSON.stringify(value))),
  remove: (key: string) => ignoreErrors(() => area().removeItem(key)),
  /** Undefined if the storage is disabled. */
  has: (key: string) => ignoreErrors(() => area().getItem(key) !== null),
  keys: () => ignoreErrors(() => Object.keys(area())) ?? [],
})

function ignoreErrors<T>(action: () => T) {
  try {
    return action()
  } catch {
    // Private windows and full disks throw. The page works without storage.
    return undefined
  }
}

/** Ends with the tab. */
export const tabStorage = createStorage(() => sessionStorage)
/** Stays in this browser. */
export const deviceStorage = createStorage(() => localStorage)
