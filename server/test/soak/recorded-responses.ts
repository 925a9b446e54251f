import type {
  Disconnection,
  Identity,
  Operation,
  OperationLog,
  Rule,
  ShowChange,
  Violation,
} from './operation-log.ts'
import type { SoakOptions } from './options.ts'
import type { Visitor } from './simulated-visitor.ts'
import { type Outage, overlapsOutage, type Shutdown } from './test-cluster.ts'

/** A period in which no other holder may have been granted a place. */
export interface ExclusivePeriod {
  holder: string
  from: number
  to: number
}

interface Interruptions {
  graceMs: number
  /** When staff has asked for what ends holds. */
  showChanges: ShowChange[]
  outages: Outage[]
  disconnections: Disconnection[]
  identities: ReadonlyMap<string, Identity>
}

/** The operations of one showtime, and the periods in which its places were certainly held, by place. */
export interface ShowtimeLog {
  operations: Operation[]
  periods: Map<string, ExclusivePeriod[]>
  showChanges: ShowChange[]
}

export function groupByShowtime(
  log: Pick<OperationLog, 'operations' | 'disconnections' | 'showChanges' | 'identities'>,
  graceMs: number,
  outages: Outage[],
): ShowtimeLog[] {
  const { operations, disconnections, identities } = log
  const byShowtime = Map.groupBy(operations, ({ showtimeId }) => showtimeId)
  return [...byShowtime].map(([showtimeId, ofShowtime]) => {
    const lost = disconnections.filter((one) => one.showtimeId === showtimeId)
    const showChanges = log.showChanges.filter((one) => one.showtimeIds.includes(showtimeId))
    const interruptions = { graceMs, outages, disconnections: lost, showChanges }
    const periods = exclusivePeriods(ofShowtime, { ...interruptions, identities })
    return { operations: ofShowtime, periods, showChanges }
  })
}

/** Finds places that were granted to two holders at the same time. */
export const findConflictingGrants = ({ operations, periods }: ShowtimeLog): Violation[] =>
  operations
    .filter(
      ({ outcome, kind, isRepeat }) => outcome === 'granted' && !isRepeat && EXCLUSIVE.has(kind),
    )
    .flatMap((operation) => conflictsOf(operation, periods))

const EXCLUSIVE = new Set<Operation['kind']>([
  ...(['hold', 'checkout', 'book', 'exchange', 'foreign release'] as const),
])
/** A visitor with an old map may take an own place for another holder's. */
const ENDS_HOLD = new Set<Operation['kind']>([
  ...(['release', 'foreign release', 'book', 'exchange'] as const),
])
const STARTS_HOLD = new Set<Operation['kind']>(['hold', 'checkout', 'open offer'])

const conflictsOf = (
  { kind, holder, placeIds, sentAt, answeredAt }: Operation,
  periods: Map<string, ExclusivePeriod[]>,
) =>
  placeIds.flatMap((placeId) =>
    (periods.get(placeId) ?? [])
      .filter((one) => one.holder !== holder && one.from < sentAt && answeredAt < one.to)
      .map((one): Violation => {
        const rule: Rule =
          kind === 'foreign release' ? 'release by the owner only' : 'one holder per place'
        return { rule, detail: `${kind} of ${placeId} by ${holder}, held by ${one.holder}` }
      }),
  )

/** Nodes record once a second who is connected (jobs.ts): the grace period of the visitors of a killed node has begun so much earlier. */
const RECORDING_MS = 1000

/** PostgreSQL writes holds to disk after this time at the latest. */
export const ASYNC_COMMIT_MS = 1000

function exclusivePeriods(operations: Operation[], interruptions: Interruptions) {
  const { graceMs, outages, disconnections, showChanges, identities } = interruptions
  const offers = operations.filter(({ kind }) => kind === 'open offer')
  const periods = new Map<string, ExclusivePeriod[]>()
  for (const [holder, own] of Map.groupBy(operations, (operation) => operation.holder)) {
    const graceEnds = disconnections
      .filter((one) => one.holder === holder)
      .map(({ from, to }) => {
        const isCrash = overlapsOutage(outages, { from, to: from }, RECORDING_MS)
        return { to, end: from + graceMs - (isCrash ? RECORDING_MS : 0) }
      })
      .filter(({ to, end }) => to > end)
      .map(({ end }) => end)
    for (const operation of own) {
      const { outcome, kind, holdUntil, sentAt, answeredAt } = operation
      if (outcome !== 'granted' || !STARTS_HOLD.has(kind) || !holdUntil) continue
      // The server may crash at any time of the outage: on a full disk it runs on for a while.
      const crashes = outages
        .filter(({ losesHolds, from, to }) => {
          const isAtRisk = answeredAt > from - ASYNC_COMMIT_MS && sentAt < to
          return losesHolds && isAtRisk
        })
        .map(({ from }) => from - ASYNC_COMMIT_MS)
      const unrecorded = outages
        .filter(({ isOfDatabase, to }) => isOfDatabase && to > sentAt)
        .map(({ from }) => Math.max(from, sentAt) + graceMs)
      const grace = graceEnds.filter((end) => end >= sentAt)
      // The account may open its offer in another browser.
      const userId = identities.get(holder)?.userId
      const opened = offers
        .filter((one) => one.answeredAt >= sentAt && one !== operation)
        .filter((one) => userId && identities.get(one.holder)?.userId === userId)
      const changes = showChanges.filter((one) => one.answeredAt >= sentAt)
      for (const placeId of operation.placeIds) {
        const ended = [...opened, ...changes.filter((one) => endsHoldOn(one, placeId))]
        const ends = endsOf(own, { sentAt, placeId, graceMs })
        const to = Math.min(
          holdUntil,
          ...crashes,
          ...unrecorded,
          ...grace,
          ...ended.map((one) => one.sentAt),
          ...ends,
        )
        const period = { holder, from: answeredAt, to }
        periods.set(placeId, [...(periods.get(placeId) ?? []), period])
      }
    }
  }
  return periods
}

const endsHoldOn = ({ placeIds }: ShowChange, placeId: string) =>
  placeIds === undefined || placeIds.includes(placeId)

/**
 * The times at which a hold may have ended before its deadline. A release or a booking may have been done although its answer is a refusal
 * or got lost. Any other lost answer means a lost connection.
 */
const endsOf = (
  operations: Operation[],
  { sentAt, placeId, graceMs }: { sentAt: number; placeId: string; graceMs: number },
) =>
  operations
    .filter(({ answeredAt }) => answeredAt >= sentAt)
    .flatMap((one) => {
      if (ENDS_HOLD.has(one.kind) && one.placeIds.includes(placeId)) return [one.sentAt]
      const isDisconnected = one.kind === 'disconnect' || one.outcome === 'unknown'
      return isDisconnected ? [one.sentAt + graceMs] : []
    })

const EXPECTED_REFUSALS = ['TAKEN', 'LIMIT', 'CLOSED', 'NOT_OWNER', 'CHALLENGE', 'RATE']
const EXPECTED_ORDER_REFUSALS = ['PRICE_MISMATCH', 'ALREADY_BOOKED', 'KEY_REUSED', 'INVALID']
const EXPECTED_CHANGE_REFUSALS = ['PRICE_MISMATCH', 'NOT_FOUND', 'INVALID']
const CHANGES = ['exchange', 'cancel', 'vehicle', 'join list', 'leave list', 'open offer']
const EXPECTED_IN_OUTAGE =
  /^(UNAVAILABLE|status 503|disconnected|fetch failed|terminated|other side closed)$/
/** After an outage clients need this time to reconnect. */
const RECONNECT_MS = 3000
/** Finds answers that no client should get, and requests without an answer outside of outages. */
export function findUnexpectedAnswers(
  { operations, showChanges }: Pick<OperationLog, 'operations' | 'showChanges'>,
  outages: Outage[],
  { toleranceSeconds }: Pick<SoakOptions, 'toleranceSeconds'>,
): Violation[] {
  const afterMs = Math.max(RECONNECT_MS, toleranceSeconds * 1000)
  const moves = showChanges.filter(({ kind }) => kind === 'move to screen')
  return operations.flatMap((operation) => {
    const { kind, placeIds, refusal = '', outcome, sentAt, answeredAt } = operation
    if (outcome === 'granted' || EXPECTED_REFUSALS.includes(refusal)) return []
    if (kind === 'book' && EXPECTED_ORDER_REFUSALS.includes(refusal)) return []
    if (CHANGES.includes(kind) && EXPECTED_CHANGE_REFUSALS.includes(refusal)) return []
    if (kind === 'join list' && refusal === 'FORBIDDEN') return []
    if (refusal === 'NOT_FOUND' && isOfOldScreen(operation, moves, toleranceSeconds * 1000))
      return []
    const period = { from: sentAt, to: answeredAt }
    if (overlapsOutage(outages, period, afterMs) && EXPECTED_IN_OUTAGE.test(refusal)) return []
    const detail = `${kind} of ${placeIds}: ${refusal} after ${answeredAt - sentAt} ms`
    return [{ rule: 'expected answers only', detail }]
  })
}

/**
 * Whether the show may have been moved to another screen after the client had asked for the map from which it chose. A node may answer with the map
 * before the move until it has heard of it.
 */
const isOfOldScreen = (
  { showtimeId, listedAt = 0, answeredAt }: Operation,
  moves: readonly ShowChange[],
  toleranceMs: number,
) =>
  moves.some(
    (move) =>
      move.showtimeIds.includes(showtimeId) &&
      move.sentAt < answeredAt &&
      move.answeredAt > listedAt - toleranceMs,
  )

/**
 * Finds holdExpired events for places that the visitor never asked for, and repeated events. After an outage a visitor may be connected to
 * another node, which can learn of the same expiry later and send the event again.
 */
export const findUnexpectedExpiries = (
  visitors: Visitor[],
  { operations }: OperationLog,
  outages: Outage[],
) =>
  visitors.flatMap(({ holder, expired }) => {
    const own = operations.filter((one) => one.holder === holder)
    return [...Map.groupBy(expired, (id) => id)].flatMap(([id, events]): Violation[] => {
      const requests = own.filter(({ placeIds }) => placeIds.includes(id)).length
      const repeats = requests > 0 ? outages.length : 0
      if (events.length <= requests + repeats) return []
      const rule = requests === 0 ? 'holdExpired to its holder only' : 'holdExpired at most once'
      return [{ rule, detail: `${holder} received holdExpired of ${id} too often` }]
    })
  })

/** Service managers kill a process that needs longer. */
const MAX_SHUTDOWN_MS = 10_000

export const findSlowShutdowns = (shutdowns: Shutdown[]) =>
  shutdowns
    .filter(({ exitCode, tookMs }) => exitCode !== 0 || tookMs > MAX_SHUTDOWN_MS)
    .map(({ exitCode, tookMs }): Violation => {
      const detail = `a node ended with ${exitCode} after ${Math.round(tookMs)} ms`
      return { rule: 'nodes shut down in time', detail }
    })
