import type { EventEmitter } from 'node:events'
import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { readPlaces, type ScreenLayouts } from '../catalogue/screen-layouts.ts'
import type { Config } from '../config/config.ts'
import type { ContextEvents } from '../context-events.ts'
import type { Database } from '../database/transaction.ts'
import type {
  CommandKind as CommandKindOf,
  UnitOfWork,
  UnitOptions,
} from '../platform/aggregate-store.ts'
import { createAggregateWriter } from '../platform/aggregate-writer.ts'
import type { Log } from '../platform/log.ts'
import type { ShowtimeDraft } from './draft.ts'
import type { SelectionCounter } from './selections/selection-counts.ts'
import type { Decision, HoldMoment, ShowtimeState } from './state.ts'
import { selectVersions } from './store/showtime-store.sql.ts'
import type { ShowtimeTypes } from './store/showtime-store.ts'
import { createDatabaseClock, createShowtimeStore } from './store/showtime-store.ts'

/** The sum of the places of the states that a node keeps in memory: about 300 bytes a place. */
const MAX_PLACES = 200_000

export type ShowtimeCommand<Input, Result, Loaded = undefined, Row = never> = CommandKindOf<
  ShowtimeTypes,
  Input,
  Result,
  Loaded,
  Row
>
export type ShowtimeUnit = UnitOfWork<ShowtimeTypes>

/** A command that changes only selections and holds. It is answered before it is on disk: a crash may lose it. */
export const holdCommand = <Input, Result>(
  decide: (state: ShowtimeState, input: Input, moment: HoldMoment) => Decision<Result>,
): ShowtimeCommand<Input, Result> => ({ durable: false, decide })

interface ShowtimesAndConfig {
  showtimes: Showtimes
  config: Config
}

/**
 * Submits a command to a showtime; with several, the first one decides, and the others are locked too. Resolves after the commit. Throws
 * what the command refuses with, NOT_FOUND and UNAVAILABLE.
 */
export const submitCommand = <Input, Result, Loaded, Row>(
  { showtimes, config }: ShowtimesAndConfig,
  kind: ShowtimeCommand<Input, Result, Loaded, Row>,
  showtimeIds: string | readonly [string, ...string[]],
  input: Input,
) => {
  const [id, ...others] = typeof showtimeIds === 'string' ? [showtimeIds] : showtimeIds
  return showtimes.submit(kind, id, { input, settings: config, others })
}

/**
 * Runs work in a transaction of its own under the locks of showtimes. What it emits and the changes of the showtimes are published after the
 * commit. Nothing is written if it throws.
 */
export const inShowtimes = <Result>(
  { showtimes, config }: ShowtimesAndConfig,
  ids: readonly string[],
  work: (unit: ShowtimeUnit) => Promise<Result>,
  options: Partial<UnitOptions<ShowtimeTypes>> = {},
) => showtimes.transact(ids, { durable: true, ...options, settings: config }, work)

/**
 * Calls `attempt`, which finds out which showtimes its work needs and does the work under their locks. Calls it again while it returns `outdated`:
 * it has found under the locks that it needs other showtimes.
 */
export async function repeatWhileOutdated<Result>(
  attempt: () => Promise<Result | 'outdated'>,
): Promise<Result> {
  while (true) {
    const result = await attempt()
    if (result !== 'outdated') return result
  }
}

interface Sources {
  db: Database
  reader: Database
  log: Log
  monotonicNow: () => number
  loadPlaces: ScreenLayouts
  events: EventEmitter<ContextEvents>
  selectionCounts: Pick<SelectionCounter, 'count'>
  config: Pick<Config, 'holdMaxMs'>
}

type Showtimes = ReturnType<typeof createShowtimes>

/** The showtimes of this node: their states in memory, and the writer of their commands. */
export function createShowtimes({
  db,
  reader,
  log,
  monotonicNow,
  loadPlaces,
  events,
  selectionCounts,
  config: { holdMaxMs },
}: Sources) {
  const databaseClock = createDatabaseClock(monotonicNow)
  const store = createShowtimeStore({
    db,
    reader,
    loadPlaces,
    readPlaces,
    databaseClock,
    holdMaxMs,
  })
  const writer = createAggregateWriter<ShowtimeTypes, ShowtimeDraft>(store, {
    log,
    monotonicNow,
    maxSize: MAX_PLACES,
    publish: (changed, emitted) => {
      for (const { state } of changed) events.emit('claimsChanged', state.id)
      selectionCounts.count(changed)
      for (const [name, ...args] of emitted) events.emit(name, ...(args as [string]))
    },
  })
  events.on('remoteClaimsChanged', writer.invalidate)

  /**
   * Reads the versions and revisions of the showtimes in memory, and of others. States that are outdated are read again when they are needed.
   */
  async function compareVersions(others: Iterable<string>) {
    const before = writer.versions()
    const ids = [...new Set([...before.keys(), ...others])]
    const { rows } = ids.length > 0 ? await selectVersions(reader, ids) : { rows: [] }
    writer.invalidateChanged(before, new Map(rows.map(({ id, version }) => [id, version])))
    return new Map(rows.map(({ id, ...row }) => [id, row]))
  }

  return {
    ...writer,
    ...createViewedStates(writer.read),
    compareVersions,
    /** The time of the database, epoch milliseconds. */
    now: databaseClock.now,
  }
}

/** Viewers of a watched showtime are given a new state at most 20 times a second. */
const MIN_INTERVAL_MS = 50
/** Telling viewers takes at most this share of the time, so that a room of thousands of sockets leaves time for requests. */
const MAX_SHARE = 1 / 2

interface Watched {
  onState: (state: ShowtimeState) => Promise<void>
  /** What viewers were given last. */
  state: ShowtimeState | undefined
  /** When viewers may be given another state: milliseconds of `performance.now()`. */
  nextAt: number
  /** The next state. All viewers wait for it. */
  next: Promise<ShowtimeState> | undefined
}

/**
 * Gives viewers the states of showtimes. A viewer gets no state of a watched showtime that `onState` is not told of, to send it to the room. So a
 * map that is fetched always has the revision of a push.
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

  /** Returns the state that viewers were given last, without the changes since. Does not wait for the next one. Throws NOT_FOUND. */
  const viewLast = async (id: string) => watched.get(id)?.state ?? read(id)

  /** The changes of a turn of the event loop, and those until the interval is over, are given together. */
  async function giveNext(id: string, showtime: Watched) {
    try {
      const wait = showtime.nextAt - performance.now()
      await (wait > 0 ? pause(wait) : yieldToEventLoop())
      const state = await read(id)
      showtime.state = state
      const givenAt = performance.now()
      await showtime.onState(state)
      const tookMs = performance.now() - givenAt
      showtime.nextAt = givenAt + Math.max(MIN_INTERVAL_MS, tookMs / MAX_SHARE)
      return state
    } finally {
      showtime.next = undefined
    }
  }

  /** Tells `onState` each state that viewers are given from now on. The next one waits until it has resolved. It must not reject. */
  const watch = (id: string, onState: Watched['onState']) =>
    void watched.set(id, {
      onState,
      state: undefined,
      nextAt: Number.NEGATIVE_INFINITY,
      next: undefined,
    })

  return { view, viewLast, watch, unwatch: (id: string) => void watched.delete(id) }
}
