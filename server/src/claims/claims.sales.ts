import type { Db } from '../database/schema.ts'
import {
  type Displaced,
  displacedOf,
  isAnothers,
  isHeldAlready,
  lapsedIn,
  refuseIfClosed,
  refuseLost,
  refuseOverLimit,
  refuseUnknown,
} from './claims.rules.ts'
import * as claims from './claims.sql.ts'
import { OVERTAKEN } from './desk.ts'
import { look, nameOfPlace, type Wish } from './look.ts'

/** Sales of places inside the transaction that writes the bookings: looked at together, granted in order, written together. */
export async function openSales(tx: Db, wishes: readonly Wish[]) {
  const sceneOf = await look(tx, wishes)
  const sales: claims.Sale[] = []
  const lapsed: Displaced[] = []
  const gone = new Set<string>()
  let moment = 0

  /**
   * Grants one wish, all of its places: what is free or held by the buyer. A hold taken before the cutoff may be paid after it,
   * nothing after the start. Throws TAKEN with the lost places, LIMIT, CLOSED, NOT_FOUND. Returns the moment of the sale.
   */
  function grant(n: number, bookingId: string) {
    const wish = wishes[n] as Wish
    const scene = sceneOf(n)
    refuseUnknown(wish, scene)
    if (!isHeldAlready(scene) || scene.now >= scene.startsAt) refuseIfClosed(scene)
    refuseOverLimit({ wanted: scene.wanted, held: [] })
    const { showtimeId, holder } = wish
    refuseLost(
      scene.wanted.filter(
        (place) =>
          gone.has(nameOfPlace(showtimeId, place.place_id)) || isAnothers(place, wish, scene),
      ),
    )
    for (const placeId of wish.placeIds) {
      gone.add(nameOfPlace(showtimeId, placeId))
      sales.push({ showtimeId, placeId, holder, bookingId })
    }
    lapsed.push(...lapsedIn(wish, scene))
    moment = scene.now
    return scene.now
  }

  /** Writes what was granted, as the last thing of the transaction. Throws OVERTAKEN. */
  async function write() {
    if (sales.length === 0) return { touched: [], displaced: [] }
    const { rows } = await claims.sell(tx, sales, moment)
    if (rows.length < sales.length) throw OVERTAKEN
    return { touched: claims.showtimesOf(rows), displaced: displacedOf(lapsed, rows) }
  }

  return { grant, write }
}
