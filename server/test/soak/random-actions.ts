import type { SoakShowtime } from './catalogue.ts'
import type { Place } from './map-follower.ts'
import type { OperationLog } from './operation-log.ts'
import { pickOne, pickSome } from './pick.ts'
import { sendWithRandomProof } from './random-proofs.ts'
import type { Visitor } from './simulated-visitor.ts'
import {
  checkOut,
  createOrder,
  extend,
  hold,
  isSeat,
  release,
  releaseForeign,
} from './visitor-actions.ts'
import { changeRandomBooking } from './visitor-changes.ts'
import { waitAtRandom } from './visitor-waiting.ts'

/** Of the changes. */
const WAITING_SHARE = 0.25

/** Performs one random change of a booking or of the visitor's waiting lists. */
export async function performRandomChange(
  visitor: Visitor,
  log: OperationLog,
  showtimes: readonly SoakShowtime[],
) {
  if (Math.random() < WAITING_SHARE) await waitAtRandom(visitor, log)
  else await changeRandomBooking(visitor, log, showtimes)
}

/** Performs one random action, valid or not, on what the visitor's map shows. */
export async function performRandomAction(visitor: Visitor, log: OperationLog) {
  const places = visitor.map.places()
  if (places.length === 0) return
  const own = places.filter(({ heldByMe }) => heldByMe)
  const random = Math.random()

  if (random < 0.4) {
    const place = pickOne(places) as Place
    await sendWithRandomProof(visitor, (sent) => hold(visitor, place, sent))
  } else if (random < 0.5) {
    const place = pickOne(own)
    if (place) await release(visitor, place)
  } else if (random < 0.6) {
    const place = pickOne(places.filter(({ status, heldByMe }) => status === 'HELD' && !heldByMe))
    if (place) await releaseForeign(visitor, place)
  } else if (random < 0.67) await extend(visitor, own)
  else if (random < 0.8) {
    const some = pickSome(places, 8)
    await sendWithRandomProof(visitor, (sent) => checkOut(visitor, some, sent))
  } else if (random < 0.9) await book(visitor, own, log)
  else if (random < 0.96) await book(visitor, pickSome(places, 3), log)
  else {
    visitor.disconnect()
    await visitor.reconnect()
  }
}

/** Sends an order with an idempotency key: once, twice at the same time, or twice in turn. Does nothing if signed out. */
async function book(visitor: Visitor, places: Place[], log: OperationLog) {
  const seats = places.filter(isSeat).length
  if (!visitor.account || seats === 0 || seats > 10) return
  const { order, body } = createOrder(visitor, places)
  log.orders.push(order)
  const key = `key ${order.phone}`
  const send = () =>
    sendWithRandomProof(visitor, (sent) => visitor.book(order, body, { key, sent }))
  const random = Math.random()
  if (random < 0.2) await Promise.all([send(), send()])
  else await send()
  if (random > 0.8) await send()
}
