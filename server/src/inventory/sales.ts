import type { Db } from '../database/schema.ts'
import { WRITE_CONFLICT } from '../platform/write-batcher.ts'
import * as claims from './claims.sql.ts'
import {
  assertKnownPlaces,
  assertNotTaken,
  assertOpen,
  assertWithinLimits,
  displacedOf,
  type ExpiredHold,
  isHeldAlready,
  isTakenByOther,
  lapsedIn,
} from './holds.rules.ts'
import { type HoldRequest, loadRuleInputs, placeKey } from './rule-inputs.ts'

/** Sales of places inside the transaction that writes the bookings: looked at together, granted in order, written together. */
export async function openSales(tx: Db, wishes: readonly HoldRequest[]) {
  const sceneOf = await loadRuleInputs(tx, wishes)
  const sales: claims.Sale[] = []
  const lapsed: ExpiredHold[] = []
  const gone = new Set<string>()
  let moment = 0

  /**
   * Grants one wish, all of its places: what is free or held by the buyer. A hold taken before the cutoff may be paid after it,
   * nothing after the start. Throws TAKEN with the lost places, LIMIT, CLOSED, NOT_FOUND. Returns the moment of the sale.
   */
  function grant(n: number, bookingId: string) {
    const wish = wishes[n] as HoldRequest
    const scene = sceneOf(n)
    assertKnownPlaces(wish, scene)
    if (!isHeldAlready(scene) || scene.now >= scene.startsAt) assertOpen(scene)
    assertWithinLimits({ wanted: scene.wanted, held: [] })
    const { showtimeId, holder } = wish
    assertNotTaken(
      scene.wanted.filter(
        (place) =>
          gone.has(placeKey(showtimeId, place.place_id)) || isTakenByOther(place, wish, scene),
      ),
    )
    for (const placeId of wish.placeIds) {
      gone.add(placeKey(showtimeId, placeId))
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
    if (rows.length < sales.length) throw WRITE_CONFLICT
    return { touched: claims.showtimesOf(rows), displaced: displacedOf(lapsed, rows) }
  }

  return { grant, write }
}
