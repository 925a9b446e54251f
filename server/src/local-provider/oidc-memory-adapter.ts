import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Entry {
  payload: AdapterPayload
  /** Epoch milliseconds. */
  expiresAt: number
}

const MAX_ENTRIES = 1000

/** Stores the provider's interactions and tokens in memory. Accounts are not in it, so they survive a restart. */
export function createMemoryAdapter() {
  const entries = new Map<string, Entry>()

  function find(key: string) {
    const entry = entries.get(key)
    return entry && entry.expiresAt > Date.now() ? entry.payload : undefined
  }

  function upsert(key: string, payload: AdapterPayload, seconds = 60) {
    entries.delete(key)
    entries.set(key, { payload, expiresAt: Date.now() + seconds * 1000 })
    const [oldest] = entries.keys()
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
  }

  return (model: string): Adapter => {
    const keyOf = (id: string) => `${model} ${id}`
    const filter = (matches: (payload: AdapterPayload) => boolean) =>
      [...entries].filter(([key, { payload }]) => key.startsWith(`${model} `) && matches(payload))

    return {
      upsert: async (id, payload, seconds) => upsert(keyOf(id), payload, seconds),
      find: async (id) => find(keyOf(id)),
      findByUid: async (uid) => filter((payload) => payload.uid === uid)[0]?.[1].payload,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = find(keyOf(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void entries.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key] of filter((payload) => payload.grantId === grantId)) entries.delete(key)
      },
    }
  }
}
