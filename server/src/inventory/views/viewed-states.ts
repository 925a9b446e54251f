import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ShowtimeState } from '../state.ts'

/** Viewers of a watched showtime are given a new state at most 20 times a second. */
const MIN_INTERVAL_MS = 50

interface Watched {
  onState: (state: ShowtimeState) => void
  /** What viewers were given last. */
  state: ShowtimeState | undefined
  /** Milliseconds of `performance.now()`. */
  givenAt: number
  /** The next state. All viewers wait for it. */
  next: Promise<ShowtimeState> | undefined
}

/**
 * Gives viewers the states of showtimes. Before a viewer gets a new state of a watched showtime, `onState` sends it to the room. So a map that is
 * fetched always has the revision of a push.
 */
export function createViewedStates(read: (id: string) => Promise<ShowtimeState>) {
  const watched = new Map<string, Watched>()

  /** Returns a state with all changes that were published before. Throws NOT_FOUND. */
  async function view(id: string): Promise<ShowtimeState> {
    const state = await read(id)
    const showtime = watched.get(id)
    if (!showtime || showtime.state?.version === state.version) return state
    showtime.next ??= giveNext(id, showtime)
    const given = await showtime.next
    // The state may have been read before the last change.
    return given.rev < state.rev ? view(id) : given
  }

  /** The changes of a turn of the event loop, and those until the interval is over, are given together. */
  async function giveNext(id: string, showtime: Watched) {
    try {
      const wait = showtime.givenAt + MIN_INTERVAL_MS - performance.now()
      await (wait > 0 ? pause(wait) : yieldToEventLoop())
      showtime.givenAt = performance.now()
      const state = await read(id)
      showtime.state = state
      showtime.onState(state)
      return state
    } finally {
      showtime.next = undefined
    }
  }

  /** Tells `onState` each state that viewers are given from now on. */
  const watch = (id: string, onState: (state: ShowtimeState) => void) =>
    void watched.set(id, {
      onState,
      state: undefined,
      givenAt: Number.NEGATIVE_INFINITY,
      next: undefined,
    })

  return { view, watch, unwatch: (id: string) => void watched.delete(id) }
}
