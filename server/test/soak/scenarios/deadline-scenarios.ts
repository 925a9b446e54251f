import { CLOSES_AFTER_SECONDS } from '../catalogue.ts'
import { retryUntilEmpty } from '../map-assertions.ts'
import type { Rule } from '../operation-log.ts'
import type { Visitor } from '../simulated-visitor.ts'
import { CHECKOUT_SECONDS, GRACE_SECONDS, HOLD_MAX_SECONDS, HOLD_SECONDS } from '../test-cluster.ts'
import { checkOut, extend, hold } from '../visitor-actions.ts'
import {
  check,
  codeOf,
  createOrder,
  deadlineOf,
  expectUsualTimes,
  freePlaces,
  holdFirst,
  InconclusiveError,
  orderCodeOf,
  ownerOf,
  pause,
  report,
  type ScenarioContext,
  waitUntil,
} from './scenario-context.ts'

const SECOND = 1000
/** Two processes read the clock of one machine. */
const CLOCK_TOLERANCE_MS = 50
/** A request this long before a deadline is answered before it. */
const BEFORE_DEADLINE_MS = 600

/** Waits until `actual` returns the expected value. Reports a violation if it does not in time. */
async function checkInTime(
  ctx: ScenarioContext,
  rule: Rule,
  { actual, expected, what }: { actual: () => Promise<string>; expected: string; what: string },
) {
  let last = ''
  const findDifference = async () => {
    last = await actual()
    return last === expected ? [] : [last]
  }
  await retryUntilEmpty(ctx.toleranceMs, findDifference, ctx.signal)
  check(ctx, rule, [last, expected, what])
}

/** A selection has one deadline, which can be extended up to a limit. Then it expires. */
export async function deadline(ctx: ScenarioContext) {
  const { asha, secondTab, ravi } = ctx
  const [a, b] = freePlaces(ctx, 2)
  const visitors = [asha, secondTab, ravi]
  const before = visitors.map(({ expired }) => expired.length)
  expectUsualTimes(ctx)
  const first = deadlineOf(ctx, await hold(asha, a))
  ctx.validUntil = first
  const heldSince = first - HOLD_SECONDS * SECOND
  await pause(ctx, SECOND)
  const second = deadlineOf(ctx, await hold(secondTab, b))
  check(ctx, 'one deadline per selection', [second, first, 'deadline of the second seat'])

  await waitUntil(ctx, heldSince + (HOLD_SECONDS - 3) * SECOND)
  expectUsualTimes(ctx)
  const end = deadlineOf(ctx, await extend(asha))
  ctx.validUntil = end
  const latest = heldSince + HOLD_MAX_SECONDS * SECOND
  check(ctx, 'longest hold', [end, latest, 'deadline after an extension'])
  const again = deadlineOf(ctx, await extend(asha))
  check(ctx, 'longest hold', [again, end, 'deadline after a second extension'])
  ctx.validUntil = Number.POSITIVE_INFINITY

  await waitUntil(ctx, end - BEFORE_DEADLINE_MS)
  const early = codeOf(await hold(ravi, a))
  if (Date.now() < end - CLOCK_TOLERANCE_MS) {
    check(ctx, 'holds last until their deadline', [early, 'TAKEN', 'hold before the deadline'])
  }
  await waitUntil(ctx, end + CLOCK_TOLERANCE_MS)
  if (early === 'TAKEN') {
    const code = codeOf(await hold(ravi, a))
    check(ctx, 'expired holds are deleted', [code, 'ok', 'hold after the deadline'])
  }
  await checkInTime(ctx, 'expired holds are deleted', {
    actual: () => ownerOf(ctx, b),
    expected: 'none',
    what: 'owner of an expired hold',
  })

  const expiredOf = ({ expired }: Visitor, n: number) => expired.slice(before[n]).toSorted().join()
  const expected = [a._id, b._id].toSorted().join()
  for (const [n, visitor] of [asha, secondTab].entries()) {
    await checkInTime(ctx, 'holdExpired arrives', {
      actual: async () => [...new Set(expiredOf(visitor, n).split(','))].join(),
      expected,
      what: 'holdExpired events',
    })
    const isRepeated = expiredOf(visitor, n).length > expected.length
    check(ctx, 'holdExpired at most once', [isRepeated, false, 'holdExpired repeated'])
  }
  const foreign = expiredOf(ravi, 2)
  check(ctx, 'holdExpired to its holder only', [foreign, '', 'events of another visitor'])
}

/** One tab closes, then the other. The holds end after the grace period. */
export async function leaving(ctx: ScenarioContext) {
  const { asha, secondTab, ravi } = ctx
  const [seat] = freePlaces(ctx, 1)
  await holdFirst(ctx, asha, seat)
  asha.disconnect()
  await pause(ctx, (GRACE_SECONDS + 2) * SECOND)
  const code = codeOf(await hold(ravi, seat))
  check(ctx, 'one connected tab keeps holds', [code, 'TAKEN', 'hold while a tab is open'])

  expectUsualTimes(ctx)
  const end = deadlineOf(ctx, await extend(secondTab))
  ctx.validUntil = Number.POSITIVE_INFINITY
  const leftAt = Date.now()
  secondTab.disconnect()
  const { freedAt, refusedAt } = await waitForFreeSeat()
  const graceEnd = leftAt + GRACE_SECONDS * SECOND
  // The grace period begins when the server records the disconnect: it does so once a second (jobs.ts).
  if (refusedAt > graceEnd + SECOND + ctx.toleranceMs) {
    const detail = `a hold lasted longer by ${refusedAt - graceEnd} ms`
    report(ctx, 'holds end after the grace period', detail)
  }
  if (freedAt < Math.min(graceEnd, end) - CLOCK_TOLERANCE_MS) {
    const detail = `a hold ended after ${freedAt - leftAt} ms`
    report(ctx, 'holds last for the grace period', detail)
  }
  await Promise.all([asha.reconnect(), secondTab.reconnect()])

  /** Returns when Ravi got the seat, and when he sent the last request that was refused. An answer may take long. */
  async function waitForFreeSeat() {
    let refusedAt = leftAt
    for (;;) {
      await pause(ctx, 100)
      const sentAt = Date.now()
      if (codeOf(await hold(ravi, seat)) === 'ok') return { freedAt: Date.now(), refusedAt }
      refusedAt = sentAt
    }
  }
}

/** Checkout extends the deadline once, and keeps the hold without any connection. */
export async function checkout(ctx: ScenarioContext) {
  const { asha, secondTab, ravi } = ctx
  const rule = 'one extension at checkout'
  const [seat] = freePlaces(ctx, 1)
  const first = deadlineOf(ctx, await hold(asha, seat))
  ctx.validUntil = first
  await waitUntil(ctx, first - (CHECKOUT_SECONDS - 2) * SECOND)
  const extended = deadlineOf(ctx, await checkOut(asha, [seat]))
  const [byMs, fromNowMs] = [extended - first, extended - Date.now()]
  const isExtended = byMs > 0 && fromNowMs <= CHECKOUT_SECONDS * SECOND
  check(ctx, rule, [isExtended, true, `deadline extended by ${byMs} ms, ${fromNowMs} ms from now`])
  ctx.validUntil = extended
  await pause(ctx, CLOCK_TOLERANCE_MS)
  const again = deadlineOf(ctx, await checkOut(secondTab, [seat]))
  check(ctx, rule, [again, extended, 'deadline after a second checkout'])

  asha.disconnect()
  secondTab.disconnect()
  await waitUntil(ctx, extended - BEFORE_DEADLINE_MS)
  const code = codeOf(await hold(ravi, seat))
  if (Date.now() < extended - CLOCK_TOLERANCE_MS) {
    check(ctx, 'checkout outlasts a disconnect', [code, 'TAKEN', 'hold during a checkout'])
  }
  await Promise.all([asha.reconnect(), secondTab.reconnect()])
}

/** After the cutoff only held places can be booked. */
export async function cutoff(ctx: ScenarioContext) {
  const { asha, ravi, cluster } = ctx
  const rule = 'no holds after the cutoff'
  const [held, other, third] = freePlaces(ctx, 3)
  await waitUntil(ctx, cluster.startedAt + (CLOSES_AFTER_SECONDS - 4) * SECOND)
  const ack = await hold(asha, held)
  if (codeOf(ack) === 'CLOSED') throw new InconclusiveError()
  const end = deadlineOf(ctx, ack)
  ctx.validUntil = end

  await waitUntil(ctx, cluster.startedAt + CLOSES_AFTER_SECONDS * SECOND + CLOCK_TOLERANCE_MS)
  check(ctx, rule, [codeOf(await hold(ravi, other)), 'CLOSED', 'hold'])
  check(ctx, rule, [codeOf(await extend(asha)), 'CLOSED', 'extension'])
  const more = codeOf(await checkOut(asha, [held, third]))
  check(ctx, rule, [more, 'CLOSED', 'checkout of another seat'])
  const ordered = orderCodeOf(await createOrder(ctx, ravi, [third]).send())
  check(ctx, rule, [ordered, 'CLOSED', 'order'])
  const checkedOut = deadlineOf(ctx, await checkOut(asha, [held]))
  check(ctx, rule, [checkedOut, end, 'deadline of a checkout'])
  const booked = orderCodeOf(await createOrder(ctx, asha, [held]).send())
  if (Date.now() < end - CLOCK_TOLERANCE_MS) {
    check(ctx, rule, [booked, 'booked', 'order of a held seat'])
  }
}

/** No hold outlasts the start of the showtime, and no place is sold after it. */
export async function start(ctx: ScenarioContext) {
  const { asha, cluster } = ctx
  const rule = 'no bookings after the start'
  const [seat] = freePlaces(ctx, 1)
  const startsAt = cluster.startedAt + CLOSES_AFTER_SECONDS * SECOND
  await waitUntil(ctx, startsAt - 4 * SECOND)
  const ack = await hold(asha, seat)
  if (codeOf(ack) === 'CLOSED') throw new InconclusiveError()
  const isBeforeStart = deadlineOf(ctx, ack) <= startsAt + CLOCK_TOLERANCE_MS
  check(ctx, rule, [isBeforeStart, true, 'deadline before the start'])

  await waitUntil(ctx, startsAt + CLOCK_TOLERANCE_MS)
  const ordered = orderCodeOf(await createOrder(ctx, asha, [seat]).send())
  check(ctx, rule, [ordered, 'CLOSED', 'order'])
}
