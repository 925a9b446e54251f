import { setTimeout as delay } from 'node:timers/promises'
import type { Ack } from '@marquee/contract/socket'
import type { Place } from '../map-follower.ts'
import type { Visitor } from '../simulated-visitor.ts'
import { checkOut, extend, hold, release } from '../visitor-actions.ts'
import { check, freePlaces, InconclusiveError, type ScenarioContext } from './scenario-context.ts'

const FAMILY = 2
const OFFICE = 6
const SEATS_EACH = 2
/** Between two taps. */
const TAP_MS = 100

/** A family and an office, each behind one address and without an account, choose, change their choice and check out, and meet no limit. */
export async function ordinaryEvening(ctx: ScenarioContext) {
  const [home, office] = [ctx.newAddress(), ctx.newAddress()]
  const addresses = [...Array(FAMILY).fill(home), ...Array(OFFICE).fill(office)] as string[]
  const visitors = await Promise.all(addresses.map((address) => ctx.connect({ address })))
  const seats = freePlaces(ctx, (SEATS_EACH + 1) * visitors.length)
  await Promise.all(
    visitors.map((visitor, n) =>
      chooseSeats(ctx, visitor, seats.slice((SEATS_EACH + 1) * n, (SEATS_EACH + 1) * (n + 1))),
    ),
  )
}

/** Holds all seats but the last one, takes the last one instead of the first one, and checks out. */
async function chooseSeats(ctx: ScenarioContext, visitor: Visitor, seats: Place[]) {
  const [first, ...wanted] = seats as [Place, ...Place[]]
  const steps: [string, () => Promise<Ack | undefined>][] = [
    ...seats
      .slice(0, -1)
      .map((seat): [string, () => Promise<Ack | undefined>] => ['hold', () => hold(visitor, seat)]),
    ['release', () => release(visitor, first)],
    ['hold of another seat', () => hold(visitor, wanted.at(-1) as Place)],
    ['extension', () => extend(visitor, wanted)],
    ['checkout', () => checkOut(visitor, wanted)],
  ]
  for (const [what, send] of steps) {
    const ack = await send()
    // The node may be overloaded or have been killed.
    if (!ack || (!ack.ok && ack.code === 'UNAVAILABLE')) throw new InconclusiveError()
    check(ctx, 'ordinary visitors do not wait', [ack.ok ? 'ok' : ack.code, 'ok', what])
    await delay(TAP_MS)
  }
}
