import { setTimeout as delay } from 'node:timers/promises'
import { solve } from '#test/support/proofs.ts'
import type { Place } from './map-follower.ts'
import type { OperationLog } from './operation-log.ts'
import { challengeOf } from './random-proofs.ts'
import type { Visitor } from './simulated-visitor.ts'
import { checkOut, createOrder, hold, isSeat } from './visitor-actions.ts'

/** The attacker's machine solves this many challenges at once. */
const MAX_SOLVING = 2
const PAUSE_MS = 100
const FIRST_ROUNDS = 10
const MAX_ATTEMPTS = 20
export const ORDERS = 60
const SEATS_PER_ORDER = 2

const freeSeatsOf = ({ map }: Visitor) =>
  map.places().filter((place) => isSeat(place) && place.status === 'AVAILABLE')

const chooseSeats = (visitor: Visitor, count: number): Place[] =>
  freeSeatsOf(visitor)
    .toSorted(() => Math.random() - 0.5)
    .slice(0, count)

/**
 * Each socket asks for as many seats as one visitor may hold, and for single seats once that is refused. Challenges are solved.
 * `onFirstRounds` is called when each socket has asked ten times.
 */
export async function attack(
  attackers: Visitor[],
  { isOver, onFirstRounds }: { isOver: () => boolean; onFirstRounds: () => void },
) {
  let solving = 0
  let started = 0
  await Promise.all(
    attackers.map(async (attacker) => {
      let count = 10
      for (let round = 1; !isOver(); round += 1) {
        const seats = chooseSeats(attacker, count)
        const ack = await checkOut(attacker, seats)
        if (round === FIRST_ROUNDS) started += 1
        if (started === attackers.length) onFirstRounds()
        const challenge = ack && challengeOf(ack)
        if (ack && !ack.ok && ack.code === 'LIMIT') count = 1
        if (challenge && solving < MAX_SOLVING) {
          solving += 1
          const proof = await solve(challenge)
          solving -= 1
          attacker.usedProofs.push({ ...attacker.showtime(), proof })
          if (!isOver()) await checkOut(attacker, seats, { proof, isValid: true })
        }
        await delay(PAUSE_MS)
      }
    }),
  )
}

/** Holds a seat. Solves the challenge of a show under pressure. */
async function holdWithProof(visitor: Visitor, seat: Place) {
  const ack = await hold(visitor, seat)
  const challenge = ack && challengeOf(ack)
  return challenge ? hold(visitor, seat, { proof: await solve(challenge), isValid: true }) : ack
}

/** Holds and buys two seats, others if they are taken. Returns what came of each attempt. */
export async function buySeats(buyer: Visitor, log: OperationLog) {
  const attempts: string[] = []
  while (attempts.length < MAX_ATTEMPTS && attempts.at(-1) !== 'granted') {
    if (attempts.length > 0) await delay(PAUSE_MS)
    const seats = chooseSeats(buyer, 2)
    const acks = await Promise.all(seats.map((seat) => holdWithProof(buyer, seat)))
    if (acks.length === 2 && acks.every((ack) => ack?.ok)) {
      const { order, body } = createOrder(buyer, seats)
      log.orders.push(order)
      await buyer.book(order, body)
      attempts.push(order.outcomes.join(' '))
    } else attempts.push(acks.map((ack) => (ack?.ok ? 'held' : ack?.code)).join(' '))
  }
  return attempts
}

/** Orders for different seats that are not held, all at once. */
export async function sendOrders(orderer: Visitor, log: OperationLog) {
  const seats = chooseSeats(orderer, ORDERS * SEATS_PER_ORDER)
  await Promise.all(
    Array.from({ length: ORDERS }, async (_, n) => {
      const { order, body } = createOrder(
        orderer,
        seats.slice(n * SEATS_PER_ORDER, (n + 1) * SEATS_PER_ORDER),
      )
      log.orders.push(order)
      await orderer.book(order, body)
    }),
  )
}
