import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Kept {
  payload: AdapterPayload
  /** Epoch milliseconds. */
  until: number
}

/** Visits last minutes: anything beyond this many is somebody's game. */
const MOST_KEPT = 1000

/**
 * The provider's memory, for as long as the process lives: visits under way and the tokens of the last minutes. Who people
 * are is not in it, so identities outlast it.
 */
export function createShelves() {
  const shelf = new Map<string, Kept>()

  function find(key: string) {
    const kept = shelf.get(key)
    return kept && kept.until > Date.now() ? kept.payload : undefined
  }

  function keep(key: string, payload: AdapterPayload, seconds = 60) {
    shelf.delete(key)
    shelf.set(key, { payload, until: Date.now() + seconds * 1000 })
    const [oldest] = shelf.keys()
    if (shelf.size > MOST_KEPT && oldest !== undefined) shelf.delete(oldest)
  }

  return (model: string): Adapter => {
    const key = (id: string) => `${model} ${id}`
    const where = (fits: (payload: AdapterPayload) => boolean) =>
      [...shelf].filter(([name, { payload }]) => name.startsWith(`${model} `) && fits(payload))

    return {
      upsert: async (id, payload, seconds) => keep(key(id), payload, seconds),
      find: async (id) => find(key(id)),
      findByUid: async (uid) => where((payload) => payload.uid === uid)[0]?.[1].payload,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = find(key(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void shelf.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [name] of where((payload) => payload.grantId === grantId)) shelf.delete(name)
      },
    }
  }
}
