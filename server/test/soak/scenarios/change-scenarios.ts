import type { Booking } from '@marquee/contract/bookings/bookings'
import { refundOf } from '@marquee/contract/bookings/refund-policy'
import type { Place } from '../map-follower.ts'
import type { Visitor } from '../simulated-visitor.ts'
import { hold, priceOf } from '../visitor-actions.ts'
import {
  type ChangeAttempt,
  cancellation,
  listBookings,
  loadPreview,
  prepareChange,
  seatChange,
} from '../visitor-changes.ts'
import {
  check,
  checkMaps,
  codeOf,
  createOrder,
  freePlaces,
  InconclusiveError,
  ownerOf,
  type ScenarioContext,
  startHolds,
} from './scenario-context.ts'

/** A booking is changed and cancelled, with wrong prices, repeated, and by another visitor. */
export async function changes(ctx: ScenarioContext) {
  const { asha, ravi } = ctx
  const [a, b, c] = freePlaces(ctx, 3)
  const [held] = freePlaces(ctx, 1)
  const booking = await book(ctx, [a, b])

  const oneSeat = draftOf(cancellation(booking, [a]))
  const price = await previewOf(asha, booking, oneSeat)
  check(ctx, 'prices are right', [price, 0 - refundOf(priceOf(a), 100), 'full refund'])
  const wrong = await prepareChange(asha, ctx.log, {
    booking,
    draft: oneSeat,
    difference: price + 1,
  }).send()
  check(ctx, 'prices are right', [changeCodeOf(wrong), 'PRICE_MISMATCH', 'wrong refund'])
  const right = { booking, draft: oneSeat, difference: price }
  const foreign = changeCodeOf(await prepareChange(ravi, ctx.log, right).send())
  check(ctx, 'answered changes are done', [foreign, 'NOT_FOUND', 'cancellation by another visitor'])
  check(ctx, 'answered changes are done', [await ownerOf(ctx, a), 'sold', 'seat after refusals'])

  const keyRule = 'one change per idempotency key'
  const { send } = prepareChange(asha, ctx.log, right)
  const twice = await Promise.all([send(), send()])
  check(ctx, keyRule, [twice.map(changeCodeOf).join(), 'ok,ok', 'a cancellation sent twice'])
  check(ctx, 'answered changes are done', [await ownerOf(ctx, a), 'none', 'cancelled seat'])
  check(ctx, keyRule, [changeCodeOf(await send()), 'ok', 'the same cancellation again'])
  await checkMaps(ctx)

  const pass = await loadPass(asha, booking)
  startHolds(ctx)
  check(ctx, 'answered changes are done', [codeOf(await hold(ravi, held)), 'ok', 'hold'])
  const lost = await change(ctx, booking, swapOf(booking, b, held))
  check(ctx, 'one holder per place', [lost, 'TAKEN', 'exchange for a held seat'])
  check(ctx, 'all places or none', [await ownerOf(ctx, b), 'sold', 'seat after a lost exchange'])
  const swap = await pricedChange(ctx, booking, swapOf(booking, b, c))
  const swapped = changeCodeOf(await swap.send())
  check(ctx, 'answered changes are done', [swapped, 'ok', 'exchange for a free seat'])
  check(ctx, keyRule, [changeCodeOf(await swap.send()), 'ok', 'the same exchange again'])
  check(ctx, 'answered changes are done', [await ownerOf(ctx, b), 'none', 'seat given back'])
  check(ctx, 'answered changes are done', [await ownerOf(ctx, c), 'sold', 'seat taken'])

  const passRule = 'passes are those of the seats'
  check(ctx, passRule, [await isValid(asha, pass), false, 'old pass'])
  check(ctx, passRule, [await isValid(asha, await loadPass(asha, booking)), true, 'new pass'])
  await cancelAll(ctx, booking)
  check(ctx, 'answered changes are done', [await ownerOf(ctx, c), 'none', 'cancelled seat'])
  const again = await prepareChange(asha, ctx.log, {
    booking,
    draft: draftOf(cancellation(booking, undefined)),
    difference: price,
  }).send()
  check(ctx, 'answered changes are done', [changeCodeOf(again), 'CLOSED', 'second cancellation'])
  // An interrupted repetition may have left other bookings.
  const isListed = (await listBookings(asha, ctx.log)).some(({ _id }) => _id === booking._id)
  check(ctx, 'answered changes are done', [isListed, false, 'cancelled booking in the list'])
}

export const halfRefund = (ctx: ScenarioContext) => refund(ctx, 50)
export const noRefund = (ctx: ScenarioContext) => refund(ctx, 0)

/** A cancelled booking gives back the share of its price that the policy says. */
async function refund(ctx: ScenarioContext, percent: number) {
  const [seat] = freePlaces(ctx, 1)
  const booking = await book(ctx, [seat])
  const draft = draftOf(cancellation(booking, undefined))
  const price = await previewOf(ctx.asha, booking, draft)
  const expected = 0 - refundOf(booking.totalCost, percent)
  check(ctx, 'prices are right', [price, expected, `refund of ${percent} %`])
  await cancelAll(ctx, booking)
  check(ctx, 'answered changes are done', [await ownerOf(ctx, seat), 'none', 'cancelled seat'])
}

/** Asha books. Throws InconclusiveError if that is refused. */
async function book(ctx: ScenarioContext, places: Place[]): Promise<Booking> {
  const answer = await createOrder(ctx, ctx.asha, places).send()
  if (!('booking' in answer)) throw new InconclusiveError()
  return answer.booking
}

const draftOf = (draft: ChangeAttempt | undefined) => {
  if (!draft) throw new InconclusiveError()
  return draft
}

const swapOf = (booking: Booking, from: Place, to: Place) =>
  seatChange(booking, { showtimeId: booking.showtimeId._id, given: [from._id], take: [to._id] })

async function previewOf(visitor: Visitor, booking: Booking, draft: ChangeAttempt) {
  const preview = await loadPreview(visitor, booking, draft)
  if (!preview) throw new InconclusiveError()
  return preview.difference
}

/** Asks for the price of a change, which is then ready to be sent. */
async function pricedChange(
  { asha, log }: ScenarioContext,
  booking: Booking,
  draft: ChangeAttempt,
) {
  const difference = await previewOf(asha, booking, draft)
  return prepareChange(asha, log, { booking, draft, difference })
}

async function change(ctx: ScenarioContext, booking: Booking, draft: ChangeAttempt) {
  const { send } = await pricedChange(ctx, booking, draft)
  return changeCodeOf(await send())
}

async function cancelAll(ctx: ScenarioContext, booking: Booking) {
  const code = await change(ctx, booking, draftOf(cancellation(booking, undefined)))
  check(ctx, 'answered changes are done', [code, 'ok', 'cancellation of a booking'])
}

type ChangeAnswer = Awaited<ReturnType<ReturnType<typeof prepareChange>['send']>>

/** `ok` or the error code. Throws InconclusiveError if there was no answer, or if a request limit refused. */
function changeCodeOf(answer: ChangeAnswer) {
  if (!answer || ('code' in answer && answer.code === 'RATE')) throw new InconclusiveError()
  return 'code' in answer ? answer.code : 'ok'
}

/** The token of the pass of the first seat. */
async function loadPass(visitor: Visitor, { bookingReference }: Booking) {
  const answer = await visitor.get<{ passes: { token: string }[] }>(
    `/api/bookings/${bookingReference}/passes`,
  )
  const token = answer?.passes[1]?.token
  if (token === undefined) throw new InconclusiveError()
  return token
}

/** False also without an answer. */
const isValid = async (visitor: Visitor, token: string) =>
  (await visitor.get<object>(`/api/passes/${token}`)) !== undefined
