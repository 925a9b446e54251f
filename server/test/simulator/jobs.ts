import type { ShowRow } from '#src/inventory/store/showtime-store.ts'
import type { CoolDownRow, SelectionFriendRow, SelectionRow } from '../../src/database/schema.ts'
import type { Actor, Given } from './actors.ts'
import { bookingsAt } from './bookings.ts'
import { offerFreeSeats, refundShow } from './changes.ts'
import { rowsOf, writeRow } from './memory-database.ts'
import { partOf } from './memory-statements.ts'
import type { World } from './world.ts'

/** The jobs that every node runs again and again. */
export function createJobs(name: string): Actor {
  const shows = ({ world }: Given) => [
    ...rowsOf<ShowRow>(world.database.root(), 'showtimes').values(),
  ]

  /** Ends the selections and cool-downs whose time is over. */
  async function expire(given: Given) {
    const { world, node } = given
    const now = world.scheduler.now()
    for (const id of world.showtimeIds) {
      const root = world.database.root()
      const isDue =
        [...rowsOf<SelectionRow>(root, partOf('selections', id)).values()].some(
          ({ deadline }) => deadline <= now,
        ) ||
        [...rowsOf<CoolDownRow>(root, partOf('coolDowns', id)).values()].some(
          ({ until_at }) => until_at <= now,
        )
      if (isDue) await node.submit('expire', id, null as never)
    }
  }

  /** Ends what visitors hold who have not been seen for their grace period. */
  async function abandon(given: Given) {
    const { world, node } = given
    for (const id of world.showtimeIds) {
      const visitors = absentVisitors(world, id)
      if (visitors.length > 0) await node.submit('abandon', id, { visitors })
    }
  }

  async function offer(given: Given) {
    const { world, node, random } = given
    await offerFreeSeats(world, node, random.pick(world.showtimeIds) ?? '')
  }

  async function refund(given: Given) {
    const { world, node } = given
    for (const { id, cancelled_at: cancelledAt } of shows(given)) {
      const isDue = bookingsAt(world.database.root(), id).some(({ places }) => places.length > 0)
      if (cancelledAt !== null && isDue) await refundShow(world, node, id)
    }
  }

  /** A node that no message has reached learns of changes by their versions. */
  async function compareVersions(given: Given) {
    const before = given.node.versions()
    const current = new Map(shows(given).map(({ id, version }) => [id, version]))
    await given.world.scheduler.wait(given.world.clients, given.random.between(1, 20))
    given.node.invalidateChanged(before, current)
  }

  /** Records that some visitors are connected. */
  async function recordPresence({ world, random }: Given) {
    const showtimeId = random.pick(world.showtimeIds) ?? ''
    const part = partOf('selections', showtimeId)
    await world.database.transact(world.clients, false, async (tx) => {
      world.invariants.untrack(tx)
      await world.database.send(
        tx,
        () => {
          for (const [key, row] of rowsOf<SelectionRow>(world.database.root(), part))
            if (row.seen_at !== null && random.chance(0.7))
              writeRow(tx, [part, key], { ...row, seen_at: world.scheduler.now() })
        },
        { locks: [showtimeId] },
      )
    })
  }

  return {
    name,
    thinkMs: [100, 900],
    verbs: {
      expire: [10, expire],
      abandon: [4, abandon],
      offer: [6, offer],
      refundShows: [3, refund],
      compareVersions: [8, compareVersions],
      recordPresence: [4, recordPresence],
    },
  }
}

function absentVisitors({ database, scheduler, settings }: World, showtimeId: string) {
  const now = scheduler.now()
  const isGone = ({ seen_at, checkout_at, account }: SelectionRow | SelectionFriendRow) =>
    seen_at !== null &&
    (checkout_at === null || account === null) &&
    seen_at <= now - (checkout_at === null ? settings.holdGraceMs : settings.checkoutGraceMs)
  const root = database.root()
  return [
    ...[...rowsOf<SelectionRow>(root, partOf('selections', showtimeId)).values()]
      .filter(isGone)
      .map(({ holder: id, seen_at }) => ({ id, seenAt: seen_at ?? 0 })),
    ...[...rowsOf<SelectionFriendRow>(root, partOf('friends', showtimeId)).values()]
      .filter(isGone)
      .map(({ friend: id, seen_at }) => ({ id, seenAt: seen_at ?? 0 })),
  ]
}
