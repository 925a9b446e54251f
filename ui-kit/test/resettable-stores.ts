import type { create as Create, StateCreator, StoreApi } from 'zustand'

const resets = new Set<() => void>()

/** Replaces `create` of zustand, so that `resetStores` reaches all stores. */
export function withResets(create: typeof Create) {
  const createResettable = <T>(initialize: StateCreator<T>) => {
    const store = create(initialize)
    resets.add(() => store.setState(store.getInitialState(), true))
    endSubscriptionsOnReset(store)
    return store
  }
  return (<T>(initialize?: StateCreator<T>) =>
    initialize ? createResettable(initialize) : createResettable) as typeof Create
}

/** Components end their subscriptions themselves. Services of the page never do. */
function endSubscriptionsOnReset<T>(store: StoreApi<T>) {
  const { subscribe } = store
  const ends = new Set<() => void>()
  store.subscribe = (listener) => {
    const end = subscribe(listener)
    ends.add(end)
    return end
  }
  resets.add(() => {
    for (const end of ends) end()
    ends.clear()
  })
}

/** Ends all subscriptions and sets all stores back to their first state. */
export function resetStores() {
  for (const reset of resets) reset()
}
