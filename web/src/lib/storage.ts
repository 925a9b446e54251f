import type * as z from 'zod/mini'

/**
 * One tab's memory. A browser may forbid it, a visitor may fill or edit it: what cannot be read or does not
 * fit its schema counts as not there, and what cannot be written is simply not remembered.
 */
export function recall<S extends z.ZodMiniType>(key: string, schema: S): z.output<S> | undefined {
  try {
    const stored = sessionStorage.getItem(key)
    return stored === null ? undefined : schema.safeParse(JSON.parse(stored)).data
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
