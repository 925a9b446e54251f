import { LRUCache } from 'lru-cache'
import type { AggregateStore, AggregateTypes, Draft } from './aggregate-store.ts'

/** Keeps the states of aggregates, those that were used last, up to the sum of their sizes. Reads those that it does not have. */
export function createAggregateMemory<T extends AggregateTypes, D extends Draft<T['state']>>(
  store: AggregateStore<T, D>,
  maxSize: number,
) {
  type State = T['state']
  const memory = new LRUCache<string, State>({ maxSize, sizeCalculation: store.sizeOf })
  /** The states in memory that another node has changed. */
  const stale = new Set<string>()
  const loads = new Map<
    string,
    { states: Promise<ReadonlyMap<string, State>>; isOutdated: boolean }
  >()

  /** A locked aggregate was just compared with the database, so it is not stale. A later message is about a later change. */
  function confirm(ids: Iterable<string>) {
    for (const id of ids) stale.delete(id)
  }

  function remember(state: State) {
    memory.set(state.id, state)
    outdateLoad(state.id)
  }

  function forget(id: string) {
    memory.delete(id)
    outdateLoad(id)
  }

  /** A load that has begun before a change may lack it. */
  function outdateLoad(id: string) {
    const load = loads.get(id)
    if (load) load.isOutdated = true
    loads.delete(id)
  }

  /** Returns drafts of locked aggregates. A state in memory is current if its version is that of the locked row. */
  async function open(
    tx: T['tx'],
    { now, versions }: { now: number; versions: ReadonlyMap<string, string> },
  ) {
    const states = new Map<string, State>()
    for (const [id, version] of versions) {
      const known = memory.get(id)
      if (known?.version === version) states.set(id, known)
    }
    const missing = [...versions.keys()].filter((id) => !states.has(id))
    if (missing.length > 0)
      for (const state of await store.load(tx, missing)) {
        states.set(state.id, state)
        // Reads that do not wait for the commit see the changes that were published before.
        remember(state)
      }
    confirm(versions.keys())
    return new Map([...states].map(([id, state]) => [id, store.open(state, now)]))
  }

  /** Another node has changed the aggregate. A later `read` loads it again. */
  function invalidate(id: string) {
    if (memory.has(id)) stale.add(id)
    outdateLoad(id)
  }

  /** The versions of the states in memory. */
  const versions = () => new Map(memory.entries().map(([id, { version }]) => [id, version]))

  /** Invalidates the states that had another version in memory, before `current` was read from the database, and still have it. */
  function invalidateChanged(
    before: ReadonlyMap<string, string>,
    current: ReadonlyMap<string, string>,
  ) {
    for (const [id, version] of before)
      if (current.get(id) !== version && memory.peek(id)?.version === version) invalidate(id)
  }

  /** Returns the state of an aggregate, with all changes that were published before. Throws the error of an unknown one. */
  async function read(id: string): Promise<State> {
    const state = (await readMany([id])).get(id)
    if (!state) throw store.notFound()
    return state
  }

  /** Returns states by id, without those of unknown aggregates. */
  async function readMany(ids: readonly string[]): Promise<ReadonlyMap<string, State>> {
    const current = new Map<string, State>()
    for (const id of ids) {
      const state = stale.has(id) ? undefined : memory.get(id)
      if (state) current.set(id, state)
    }
    const missing = ids.filter((id) => !current.has(id))
    if (missing.length === 0) return current
    startLoad(missing.filter((id) => !loads.has(id)))
    const loading = missing.map(async (id) => [id, (await loads.get(id)?.states)?.get(id)] as const)
    for (const [id, state] of await Promise.all(loading)) if (state) current.set(id, state)
    return current
  }

  function startLoad(ids: readonly string[]) {
    if (ids.length === 0) return
    const states = store
      .read(ids)
      .then((loaded) => new Map(loaded.map((state) => [state.id, state])))
    const own = new Map(ids.map((id) => [id, { states, isOutdated: false }]))
    for (const [id, entry] of own) loads.set(id, entry)
    const finish = (loaded?: ReadonlyMap<string, State>) => {
      for (const [id, entry] of own) {
        if (entry.isOutdated) continue
        loads.delete(id)
        const state = loaded?.get(id)
        if (state) memory.set(id, state)
        else memory.delete(id)
        stale.delete(id)
      }
    }
    states.then(finish, () => finish())
  }

  return {
    open,
    remember,
    forget,
    read,
    readMany,
    invalidate,
    versions,
    invalidateChanged,
    ids: () => [...memory.keys()],
  }
}
