import { solve } from '#test/support/proofs.ts'
import { placesOfAccount } from '../limit-assertions.ts'
import { retryUntilEmpty } from '../map-assertions.ts'
import type { Place } from '../map-follower.ts'
import { challengeOf } from '../random-proofs.ts'
import type { Visitor } from '../simulated-visitor.ts'
import { HOLD_SECONDS, SEATS_PER_ACCOUNT } from '../test-cluster.ts'
import { checkOut, hold, release } from '../visitor-actions.ts'
import {
  check,
  codeOf,
  createOrder,
  deadlineOf,
  freePlaces,
  holdFirst,
  InconclusiveError,
  orderCodeOf,
  ownerOf,
  type ScenarioContext,
  startHolds,
} from './scenario-context.ts'

const SECOND = 1000
const SLOTS_PER_ACCOUNT = 8
/** Of an address on a screen with 72 seats. */
const FREE_SHARE = 40
const MAX_SHARE = 60
/** What one visitor may hold. */
const SEATS_PER_VISITOR = 10

/** The browsers of one account ask at once for more than it may have: by holds, a checkout and an order, and by signing in with held seats. */
export async function accountLimit(ctx: ScenarioContext) {
  const rule = 'limits per account'
  const { asha, cluster, log, connect } = ctx
  const [account] = ctx.accounts
  const seats = freePlaces(ctx, 42)
  const [extraSlot, ...twoWheelers] = freePlaces(ctx, 5, 'twoWheeler')
  const slots = [...twoWheelers, ...freePlaces(ctx, 4, 'fourWheeler')]
  const [second, third, fourth, guest] = await Promise.all([
    connect({ account }),
    connect({ account }),
    connect({ account }),
    connect(),
  ])
  startHolds(ctx)
  const guestSeats = seats.slice(0, 6)
  deadlineOf(ctx, await checkOut(guest, guestSeats))
  await Promise.all([
    ...seats.slice(6, 16).map((seat) => hold(asha, seat)),
    checkOut(second, [...seats.slice(16, 24), ...slots]),
    createOrder(ctx, third, seats.slice(24, 32)).send(),
  ])
  // The rest one by one: the account gets exactly what it may have.
  for (const place of [...seats.slice(32), ...slots]) codeOf(await hold(fourth, place))
  for (const place of [...seats.slice(6, 16), extraSlot]) codeOf(await hold(asha, place))
  const [has] = await cluster.query((db) =>
    placesOfAccount(db, account?.userId ?? '', log.identities),
  )
  check(ctx, rule, [has?.seats, SEATS_PER_ACCOUNT, 'seats of the account'])
  check(ctx, rule, [has?.slots, SLOTS_PER_ACCOUNT, 'slots of the account'])

  const { visitorCookie } = guest
  const signedIn = await connect({ account, visitorCookie })
  const held = codeOf(await checkOut(signedIn, guestSeats))
  check(ctx, rule, [held, 'LIMIT', 'checkout of seats held before the sign-in'])
  const ordered = orderCodeOf(await createOrder(ctx, signedIn, guestSeats).send())
  check(ctx, rule, [ordered, 'LIMIT', 'order of seats held before the sign-in'])
}

/** Visitors of one address hold the free share. Further ones need a proof of work for each request, and get no more than the maximum. */
export async function addressLimit(ctx: ScenarioContext) {
  const rule = 'places beyond the free share need a proof'
  const { connect } = ctx
  const address = ctx.newAddress()
  const [family, third, fourth, signedIn, other] = await Promise.all([
    connectFamily(ctx, address),
    connect({ address }),
    connect({ address }),
    connect({ address, account: ctx.accounts[0] }),
    connect(),
  ])
  const seats: Place[] = freePlaces(ctx, MAX_SHARE + 2)
  const [next, ...later] = seats.splice(FREE_SHARE) as [Place, Place, ...Place[]]
  const [beyond, elsewhere] = later.splice(-2) as [Place, Place]
  startHolds(ctx)
  const filled = await fillFreeShare(family, seats)
  check(ctx, 'limits per address', [String(filled), ALL_HELD, 'holds of the free share'])

  const refused = await hold(third, next)
  check(ctx, rule, [codeOf(refused), 'CHALLENGE', 'hold beyond the free share'])
  const ordered = orderCodeOf(await createOrder(ctx, signedIn, [later[0]]).send())
  check(ctx, rule, [ordered, 'CHALLENGE', 'order beyond the free share'])
  const proof = await solveChallenge(refused)
  const proven = codeOf(await hold(third, next, { proof, isValid: true }))
  check(ctx, rule, [proven, 'ok', 'hold with a proof'])
  const repeated = codeOf(await hold(third, later[0], { proof, isValid: false }))
  check(ctx, rule, [repeated, 'CHALLENGE', 'hold with a used proof'])

  const blocks = [later.slice(0, SEATS_PER_VISITOR), later.slice(SEATS_PER_VISITOR)] as const
  for (const [visitor, block] of [
    [signedIn, blocks[0]],
    [fourth, blocks[1]],
  ] as const) {
    const challenged = await checkOut(visitor, block)
    check(ctx, rule, [codeOf(challenged), 'CHALLENGE', 'checkout beyond the free share'])
    const blockProof = { proof: await solveChallenge(challenged), isValid: true }
    const checkedOut = codeOf(await checkOut(visitor, block, blockProof))
    check(ctx, rule, [checkedOut, 'ok', 'checkout with a proof'])
  }

  const limitRule = 'limits per address'
  check(ctx, limitRule, [codeOf(await hold(third, beyond)), 'LIMIT', 'hold beyond the maximum'])
  // More than half of the screen was taken at once, so every address needs a proof.
  const pressed = await hold(other, elsewhere)
  check(ctx, limitRule, [codeOf(pressed), 'CHALLENGE', 'hold under pressure'])
  const otherProof = { proof: await solveChallenge(pressed), isValid: true }
  const ofOther = codeOf(await hold(other, elsewhere, otherProof))
  check(ctx, limitRule, [ofOther, 'ok', 'hold of another address'])
  const moved = await connect({ address, visitorCookie: other.visitorCookie })
  const again = codeOf(await hold(moved, elsewhere))
  check(ctx, limitRule, [again, 'LIMIT', 'hold that moves to the address'])
}

/** A proof of work for one showtime is refused at another one where the visitor's address holds the free share too. */
export async function foreignProof(ctx: ScenarioContext) {
  const rule = 'places beyond the free share need a proof'
  const { connect, otherShowtime } = ctx
  const address = ctx.newAddress()
  const [family, third] = await Promise.all([connectFamily(ctx, address), connect({ address })])
  const visitors = [...family, third]
  const seats: Place[] = freePlaces(ctx, FREE_SHARE + 1)
  const [next] = seats.splice(FREE_SHARE) as [Place]
  startHolds(ctx)
  const filled = await fillFreeShare(family, seats)
  check(ctx, 'limits per address', [String(filled), ALL_HELD, 'holds of the free share'])
  const proof = await solveChallenge(await hold(third, next))

  await Promise.all(visitors.map((visitor) => visitor.goTo(otherShowtime)))
  // An interrupted repetition may have left holds there.
  for (const code of await fillFreeShare(family, seats)) {
    if (code !== 'ok') throw new InconclusiveError()
  }
  const foreign = codeOf(await hold(third, next, { proof, isValid: false }))
  check(ctx, rule, [foreign, 'CHALLENGE', 'hold with a proof for another showtime'])
  for (const [n, visitor] of family.entries())
    for (const seat of seatsOf(n, seats)) await release(visitor, seat)
  await Promise.all(visitors.map((visitor) => visitor.goTo(ctx.showtime)))
}

/** A visitor with a confirmed email is not challenged at an address whose free share is used up. */
export async function confirmedEmail(ctx: ScenarioContext) {
  const rule = 'confirmed emails are not challenged'
  const { connect } = ctx
  const address = ctx.newAddress()
  const [family, third, confirmed] = await Promise.all([
    connectFamily(ctx, address),
    connect({ address }),
    connect({ address, account: ctx.accounts[0] }),
  ])
  const seats: Place[] = freePlaces(ctx, FREE_SHARE + 8)
  const [next, single, ...block] = seats.splice(FREE_SHARE) as [Place, Place, ...Place[]]
  startHolds(ctx)
  const filled = await fillFreeShare(family, seats)
  check(ctx, 'limits per address', [String(filled), ALL_HELD, 'holds of the free share'])

  if (codeOf(await hold(third, next)) !== 'CHALLENGE') throw new InconclusiveError()
  check(ctx, rule, [codeOf(await hold(confirmed, single)), 'ok', 'hold'])
  check(ctx, rule, [codeOf(await checkOut(confirmed, block)), 'ok', 'checkout'])
}

const FAMILY_SIZE = FREE_SHARE / SEATS_PER_VISITOR
const ALL_HELD = Array(FAMILY_SIZE).fill('ok').join(',')

/** As many visitors of an address as its free share takes. */
const connectFamily = ({ connect }: ScenarioContext, address: string) =>
  Promise.all(Array.from({ length: FAMILY_SIZE }, () => connect({ address })))

const seatsOf = (visitorIndex: number, seats: readonly Place[]) =>
  seats.slice(visitorIndex * SEATS_PER_VISITOR, (visitorIndex + 1) * SEATS_PER_VISITOR)

/** The visitors of an address hold its free share. Returns what they were answered. */
async function fillFreeShare(visitors: Visitor[], seats: Place[]) {
  const acks = await Promise.all(visitors.map((visitor, n) => checkOut(visitor, seatsOf(n, seats))))
  return acks.map(codeOf)
}

/** Throws InconclusiveError if the request was not challenged. */
async function solveChallenge(answer: object = {}) {
  const challenge = challengeOf(answer)
  if (!challenge) throw new InconclusiveError()
  return solve(challenge)
}

/** A hold ends while another address waits for one of its seats. Its holder and the holder's address do not get that seat back. */
export async function retake(ctx: ScenarioContext) {
  const rule = 'ended holds are not taken back while others wait'
  const { ravi, connect } = ctx
  const address = ctx.newAddress()
  const [previous, neighbour] = await Promise.all([connect({ address }), connect({ address })])
  const [wanted, unwanted] = freePlaces(ctx, 2)
  await holdFirst(ctx, previous, wanted)
  await holdFirst(ctx, previous, unwanted)
  const asked = codeOf(await hold(ravi, wanted))
  check(ctx, 'one holder per place', [asked, 'TAKEN', 'hold of a held seat'])
  if (asked !== 'TAKEN') throw new InconclusiveError()
  // The seat is kept for others for 30 s, and the server knows to 5 s when they asked for it.
  const keptUntil = Date.now() + 20 * SECOND

  previous.disconnect()
  const findOwners = async () => {
    const owners = [await ownerOf(ctx, wanted), await ownerOf(ctx, unwanted)]
    return owners.filter((owner) => owner !== 'none')
  }
  const latestMs = HOLD_SECONDS * SECOND + ctx.toleranceMs
  const left = await retryUntilEmpty(latestMs, findOwners, ctx.signal)
  if (left.length > 0) throw new InconclusiveError()
  await previous.reconnect()
  ctx.validUntil = keptUntil
  const again = codeOf(await hold(previous, wanted))
  check(ctx, rule, [again, 'TAKEN', 'hold by the previous holder'])
  const ofNeighbour = codeOf(await hold(neighbour, wanted))
  check(ctx, rule, [ofNeighbour, 'TAKEN', 'hold by another visitor of the address'])
  const both = codeOf(await checkOut(previous, [unwanted, wanted]))
  check(ctx, rule, [both, 'TAKEN', 'checkout by the previous holder'])
  const other = codeOf(await hold(previous, unwanted))
  check(ctx, rule, [other, 'ok', 'hold of a seat that no other visitor asked for'])
  check(ctx, rule, [codeOf(await hold(ravi, wanted)), 'ok', 'hold by the visitor who waits'])
}
