import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from '@marquee/contract/seats/holds'
import { checkOut, extend, hold, release, releaseForeign } from '../visitor-actions.ts'
import {
  check,
  checkMaps,
  codeOf,
  createOrder,
  freePlaces,
  holdFirst,
  orderCodeOf,
  ownerOf,
  type ScenarioContext,
  startHolds,
} from './scenario-context.ts'

/** A visitor requests more places than the limits allow, from two tabs at once. */
export async function limits(ctx: ScenarioContext) {
  const { asha, secondTab } = ctx
  const rule = 'limits per holder'
  startHolds(ctx)
  const seats = freePlaces(ctx, 16)
  const requests: [string, typeof seats, number][] = [
    ['seats', seats, MAX_SEATS],
    ['two-wheeler slots', freePlaces(ctx, 6, 'twoWheeler'), MAX_SLOTS_PER_TYPE],
    ['four-wheeler slots', freePlaces(ctx, 6, 'fourWheeler'), MAX_SLOTS_PER_TYPE],
  ]
  const results = await Promise.all(
    requests.map(async ([kind, places, max]) => {
      const acks = await Promise.all(
        places.map((place, n) => hold(n % 2 ? asha : secondTab, place)),
      )
      return { kind, max, codes: acks.map(codeOf) }
    }),
  )
  for (const { kind, max, codes } of results) {
    check(ctx, rule, [codes.filter((code) => code === 'ok').length, max, `${kind} held at once`])
    const others = codes.filter((code) => code !== 'ok' && code !== 'LIMIT')
    check(ctx, rule, [others.join(), '', 'other refusals than LIMIT'])
  }
  const extraSeat = seats.find((_, n) => results[0]?.codes[n] !== 'ok')
  if (extraSeat) {
    const code = codeOf(await checkOut(secondTab, [extraSeat]))
    check(ctx, rule, [code, 'LIMIT', 'checkout of an eleventh seat'])
  }
  const code = orderCodeOf(await createOrder(ctx, asha, seats).send())
  check(ctx, rule, [['LIMIT', 'INVALID'].includes(code), true, `order of 16 seats: ${code}`])
}

/** A request for three places, one of which another visitor holds, changes none of them. */
export async function allOrNone(ctx: ScenarioContext) {
  const { asha, ravi } = ctx
  const rule = 'all places or none'
  const [a, b, taken] = freePlaces(ctx, 3)
  await holdFirst(ctx, ravi, taken)

  const code = codeOf(await checkOut(asha, [a, b, taken]))
  check(ctx, 'one holder per place', [code, 'TAKEN', 'checkout with a held seat'])
  check(ctx, rule, [await ownerOf(ctx, a), 'none', 'seat of a refused checkout'])
  const answer = await createOrder(ctx, asha, [taken, a, b]).send()
  check(ctx, 'one holder per place', [orderCodeOf(answer), 'TAKEN', 'order with a held seat'])
  check(ctx, rule, [await ownerOf(ctx, b), 'none', 'seat of a refused order'])
  const lost = 'places' in answer ? answer.places?.map(({ _id }) => _id).join() : undefined
  check(ctx, 'expected answers only', [lost, taken._id, 'places named by the refusal'])
  check(ctx, 'one holder per place', [await ownerOf(ctx, taken), ravi.holder, 'held seat'])
}

/** Another visitor sends every request for a held seat. */
export async function ownership(ctx: ScenarioContext) {
  const { asha, secondTab, ravi } = ctx
  const [seat, other] = freePlaces(ctx, 2)
  await holdFirst(ctx, asha, seat)
  await checkMaps(ctx)

  const ownerRule = 'release by the owner only'
  const holderRule = 'one holder per place'
  const released = codeOf(await releaseForeign(ravi, seat))
  check(ctx, ownerRule, [released, 'NOT_OWNER', 'release by another visitor'])
  const held = codeOf(await hold(ravi, seat))
  check(ctx, holderRule, [held, 'TAKEN', 'hold by another visitor'])
  const extended = codeOf(await extend(ravi))
  check(ctx, ownerRule, [extended, 'NOT_OWNER', 'extension by another visitor'])
  const checkedOut = codeOf(await checkOut(ravi, [other, seat]))
  check(ctx, holderRule, [checkedOut, 'TAKEN', 'checkout by another visitor'])
  const ordered = orderCodeOf(await createOrder(ctx, ravi, [seat]).send())
  check(ctx, holderRule, [ordered, 'TAKEN', 'order by another visitor'])
  check(ctx, holderRule, [await ownerOf(ctx, seat), asha.holder, 'owner after these requests'])

  const ownRelease = codeOf(await release(secondTab, seat))
  check(ctx, ownerRule, [ownRelease, 'ok', 'release in the second tab'])
  check(ctx, ownerRule, [await ownerOf(ctx, seat), 'none', 'owner of a released seat'])
  await holdFirst(ctx, ravi, seat)
  const late = codeOf(await releaseForeign(asha, seat))
  check(ctx, ownerRule, [late, 'NOT_OWNER', 'release by the previous holder'])
  check(ctx, ownerRule, [await ownerOf(ctx, seat), ravi.holder, 'owner of the seat held next'])
}

/** An order with a wrong price, with a repeated seat, sent three times, with changes, and without its key. */
export async function orders(ctx: ScenarioContext) {
  const { asha, ravi } = ctx
  const [a, b] = freePlaces(ctx, 2)
  const [slot] = freePlaces(ctx, 1, 'twoWheeler')
  await holdFirst(ctx, asha, a)

  const cheap = await createOrder(ctx, asha, [a, b]).send(`cheap ${a._id}`, { totalCost: 1 })
  check(ctx, 'prices are right', [orderCodeOf(cheap), 'PRICE_MISMATCH', 'order with a wrong price'])
  const right = createOrder(ctx, asha, [a, b, slot])
  const named = 'totalCost' in cheap && cheap.totalCost
  check(ctx, 'prices are right', [named, right.total - 50, 'price named by the refusal'])
  const repeated = await createOrder(ctx, asha, [a, b]).send(`repeated ${a._id}`, {
    seatIds: [a._id, b._id, a._id],
  })
  const onceRule = 'a place is sold once'
  check(ctx, onceRule, [orderCodeOf(repeated), 'INVALID', 'order with a repeated seat'])
  check(ctx, 'all places or none', [await ownerOf(ctx, b), 'none', 'seat of refused orders'])

  const keyRule = 'one booking per idempotency key'
  const key = `order ${a._id}`
  const answers = await Promise.all([right.send(key), right.send(key), right.send(key)])
  const booked = answers.flatMap((one) => ('booking' in one ? [one.booking] : []))
  // What follows depends on the booking, which does not end with the hold.
  if (booked.length > 0) ctx.validUntil = Number.POSITIVE_INFINITY
  const codes = answers.map(orderCodeOf).join()
  check(ctx, keyRule, [codes, 'booked,booked,booked', 'one order sent three times'])
  const references = new Set(booked.map(({ bookingReference }) => bookingReference))
  check(ctx, keyRule, [references.size, 1, 'booking references'])
  check(ctx, 'prices are right', [booked[0]?.totalCost, right.total, 'price of the booking'])
  for (const place of [a, b, slot]) {
    check(ctx, onceRule, [await ownerOf(ctx, place), 'sold', 'booked place'])
  }

  const changed = orderCodeOf(await right.send(key, { phone: '9999999999' }))
  check(ctx, keyRule, [changed, 'KEY_REUSED', 'changed order with the same key'])
  const again = orderCodeOf(await right.send())
  check(ctx, onceRule, [again, 'ALREADY_BOOKED', 'the same order without its key'])
  const second = orderCodeOf(await createOrder(ctx, ravi, [b]).send())
  check(ctx, onceRule, [second, 'TAKEN', 'order of a sold seat'])
  check(ctx, onceRule, [codeOf(await hold(ravi, a)), 'TAKEN', 'hold of a sold seat'])
}
