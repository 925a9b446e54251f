import type { Context } from '#src/context.ts'
import type { Db } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { adopt } from '../commands/adopt.ts'
import { type AbsentVisitor, abandon, expire } from '../commands/end-selections.ts'
import { withRequester } from '../requests/requests.ts'
import { holdCommand, inShowtimes, type ShowtimeCommand, submitCommand } from '../showtimes.ts'
import { accept } from '../state.ts'
import * as selections from './selections.sql.ts'

// Selections that end or change without a request of their visitors.

export type Presence = selections.Presence

/** One run ends at most so many selections. The next one follows within a second. */
const MAX_ENDED = 500
/** One statement records at most so many visitors. On SQLite, all other work waits for it. */
const MAX_RECORDED = 200

/** Opening the state of a showtime ends its selections whose time is over, so the command itself changes nothing. */
const expireKind = holdCommand(expire)

interface AbandonCommand {
  showtimeId: string
  visitors: readonly AbsentVisitor[]
}
/** A visitor who was recorded as connected after the job has read the row is not absent. */
const abandonKind: ShowtimeCommand<AbandonCommand, number, readonly AbsentVisitor[]> = {
  durable: false,
  load: async (tx, inputs) => {
    const wanted = inputs.flatMap(({ showtimeId, visitors }) =>
      visitors.map(({ id }) => ({ showtimeId, visitorId: id })),
    )
    const { rows } = await selections.selectLastSeen(tx, wanted)
    return inputs.map(({ showtimeId, visitors }) =>
      visitors.filter(({ id, seenAt }) =>
        rows.some(
          (row) => row.showtime_id === showtimeId && row.visitor === id && row.seen_at === seenAt,
        ),
      ),
    )
  },
  decide: (state, _input, moment, { loaded }) => abandon(state, { visitors: loaded }, moment),
}
const adoptKind = holdCommand(adopt)

/** Ends the selections whose time is over, at all showtimes. */
export async function expireHolds(ctx: Context) {
  const { rows } = await selections.selectShowtimesToExpire(ctx.reader, {
    holdMaxMs: ctx.config.holdMaxMs,
    limit: MAX_ENDED,
  })
  await Promise.all(
    rows.map(({ showtime_id }) => submitCommand(ctx, expireKind, showtime_id, null)),
  )
}

/** Ends what visitors hold who have been disconnected for longer than the grace period that applies to them. Returns the number of places. */
export async function releaseAbandonedHolds(ctx: Context) {
  const { holdGraceMs: graceMs, checkoutGraceMs } = ctx.config
  const terms = { graceMs, checkoutGraceMs, limit: MAX_ENDED }
  const { rows } = await selections.selectAbsentVisitors(ctx.reader, terms)
  const byShowtime = Map.groupBy(rows, ({ showtime_id }) => showtime_id)
  const counts = await Promise.all(
    [...byShowtime].map(([showtimeId, absent]) =>
      submitCommand(ctx, abandonKind, showtimeId, {
        showtimeId,
        visitors: absent.map(({ visitor: id, seen_at: seenAt }) => ({ id, seenAt })),
      }),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Returns the showtimes at which each of the visitors chooses places, as a holder or as a friend. */
export async function listShowtimesOfVisitors(db: Db, visitors: readonly string[]) {
  const { rows } = await selections.selectShowtimesOfVisitors(db, visitors)
  const byVisitor = Map.groupBy(rows, ({ visitor }) => visitor)
  return visitors.map(
    (visitor) => new Set(byVisitor.get(visitor)?.map(({ showtime_id }) => showtime_id)),
  )
}

/** Returns the showtimes at which a user holds places, and the coming ones with places that the user has bought. */
export async function findShowtimesOfAccount(db: Db, userId: string) {
  const { rows } = await selections.selectShowtimesOfAccount(db, userId)
  return rows.map(({ showtime_id }) => showtime_id)
}

interface ConnectedVisitor {
  visitorId: string
  /** Null if signed out. */
  userId: string | null
  email: string | null
  isConfirmed: boolean
}

/**
 * A visitor who holds places at showtimes has just connected. If the visitor has signed in since, the holds now count for the account, unless the
 * account would exceed its limit.
 */
export async function adoptHolds(
  ctx: Context,
  visitor: ConnectedVisitor,
  showtimeIds: Iterable<string>,
) {
  if (visitor.userId === null) return
  for (const showtimeId of showtimeIds) await adoptAt(ctx, showtimeId, visitor)
}

/** Without the address of the visitor: the holds count under the address that they have. */
async function adoptAt(
  ctx: Context,
  showtimeId: string,
  { visitorId, userId, email, isConfirmed }: ConnectedVisitor,
) {
  const { choosers, places } = await findOwnChoosers(ctx, showtimeId, visitorId)
  if (!choosers.some(({ account }) => account === null)) return
  await withRequester(
    ctx,
    { showtimeId, holder: visitorId, userId, email, isConfirmed },
    {
      places,
      run: (requester) => submitCommand(ctx, adoptKind, showtimeId, { requester, isConfirmed }),
    },
  )
}

async function findOwnChoosers({ showtimes }: Context, showtimeId: string, visitor: string) {
  const { selections: all, claims } = await showtimes.read(showtimeId)
  const choosers = [...all.values()].flatMap((selection) =>
    selection.choosers.filter(({ id }) => id === visitor),
  )
  const places = claims
    .values()
    .filter((claim) => claim.kind === 'held' && claim.chooserId === visitor)
  return { choosers, places: places.length }
}

/** The number of places that are held at all showtimes. */
export async function countLiveHolds({ reader }: Context) {
  const { rows } = await selections.countLiveHolds(reader)
  return Number(rows[0]?.count ?? 0)
}

/** Records that these visitors are connected now. Their grace period starts again. */
export async function updateLastSeen({ db }: Context, visitors: readonly Presence[]) {
  for (let from = 0; from < visitors.length; from += MAX_RECORDED) {
    const batch = visitors.slice(from, from + MAX_RECORDED)
    await inTransaction(db, { durable: false }, (tx) => selections.updateLastSeen(tx, batch))
  }
}

/** One run opens the accessible places of at most this many shows. The next one follows within seconds. */
const MAX_SHOWS = 200

/**
 * Tells viewers that accessible places are open to all: the rules open them by the database's clock, this makes the maps that were read
 * before change. Returns the showtimes.
 */
export async function openAccessiblePlaces(ctx: Context) {
  const { rows } = await selections.selectShowsToOpen(ctx.reader, ctx.config, MAX_SHOWS)
  const showtimeIds = rows.map(({ id }) => id)
  await Promise.all(
    showtimeIds.map((showtimeId) =>
      inShowtimes(
        ctx,
        [showtimeId],
        async (unit) => {
          await selections.setAccessOpened(unit.tx, showtimeId)
          unit.accept(showtimeId, accept(null, { isTouched: true }))
        },
        { durable: false },
      ),
    ),
  )
  return showtimeIds
}
