import { setTimeout as pause } from 'node:timers/promises'
import type { Seat } from '@marquee/contract/seats'
import { aBuyer } from './buyer.ts'
import { newHistory } from './history.ts'
import type { Plan } from './plan.ts'
import { showsOf } from './showtimes.ts'
import { type House, openHouse } from './test-cluster.ts'
import { aVisitor, type Visitor } from './visitor.ts'

const TOGETHER = 24
/** Long enough for a programme with seats for every trial. */
const SEASON_SECONDS = 600

/** Everybody reaches for one seat at once. Returns how often each answer was given. */
export async function stampede(plan: Pick<Plan, 'clients' | 'postgres'>) {
  return inHouse(
    { ...plan, seconds: 1, lateSeconds: 2 },
    { HOLD_SECONDS: '120', HOLD_MAX_SECONDS: '120' },
    async ({ visitors, showtimeId, seats }) => {
      const seatId = seats[0] as string
      await Promise.all(visitors.map((visitor) => visitor.goTo(showtimeId)))
      const answers = await Promise.all(
        visitors.map((visitor) =>
          visitor.act('hold', [seatId], 'holdSeat', { showtimeId, seatId }),
        ),
      )
      return count(answers.map((ack) => (ack?.ok ? 'held' : (ack?.code ?? 'no answer'))))
    },
  )
}

/**
 * Somebody pays within 50 ms of the moment their hold runs out, while a rival reaches for the seat within the same 50 ms.
 * Returns how often each of them got it, and how often both or neither did.
 */
export async function photoFinish(trials: number, postgres?: string) {
  const plan = { clients: 2 * TOGETHER, seconds: SEASON_SECONDS, lateSeconds: 2, postgres }
  const clock = { HOLD_SECONDS: '3', CHECKOUT_SECONDS: '1' }
  return inHouse(plan, clock, async ({ house, visitors, movieId }) => {
    const { crowd: shows } = await showsOf(house)
    const results: string[] = []
    for (let round = 0; results.length < trials; round++) {
      const { showtimeId } = shows[round % shows.length] ?? { showtimeId: '' }
      await Promise.all(visitors.map((visitor) => visitor.goTo(showtimeId)))
      const free = (await seatsOf(house, showtimeId)).slice(0, TOGETHER)
      const finish = free.map((seatId, n) =>
        race(visitors[2 * n] as Visitor, visitors[2 * n + 1] as Visitor, {
          movieId,
          showtimeId,
          seatId,
        }),
      )
      results.push(...(await Promise.all(finish)))
    }
    return count(results.slice(0, trials))
  })
}

interface Prize {
  movieId: string
  showtimeId: string
  seatId: string
}

async function race(payer: Visitor, rival: Visitor, { movieId, showtimeId, seatId }: Prize) {
  const hold = { showtimeId, seatId }
  const held = await payer.act('hold', [seatId], 'holdSeat', hold)
  if (!held?.ok) return 'no hold'
  const end = Date.parse(held.holdUntil ?? '')
  const nearTheEnd = () => pause(Math.max(0, end - Date.now() - 50 + Math.random() * 100))

  const order = { phone: '', placeIds: [seatId], price: 0, outcomes: [], references: [] }
  const seats = { seatIds: [seatId], parkingSlotIds: [], totalCost: 150, phone: '9876543210' }
  const body = { movieId, showtimeId, userId: payer.buyer.userId, ...seats }
  const pays = nearTheEnd().then(() => payer.book(order, body, crypto.randomUUID()))
  const grabs = nearTheEnd().then(() => rival.act('hold', [seatId], 'holdSeat', hold))
  const [, grabbed] = await Promise.all([pays, grabs])

  const paid = (order.outcomes as string[])[0]
  if (paid === 'unknown') return 'no answer'
  if (paid === 'made') return grabbed?.ok ? 'both' : 'the payer'
  return grabbed?.ok ? 'the rival' : 'neither'
}

interface Scene {
  house: House
  visitors: Visitor[]
  movieId: string
  showtimeId: string
  seats: string[]
}

async function inHouse<T>(
  plan: Plan,
  clock: Record<string, string>,
  act: (scene: Scene) => Promise<T>,
) {
  const house = await openHouse(plan, clock)
  const visitors: Visitor[] = []
  try {
    const [show] = (await showsOf(house)).crowd
    const buyer = await aBuyer(house, 0)
    const history = newHistory()
    for (let n = 0; n < plan.clients; n++) visitors.push(await aVisitor(house, buyer, { history }))
    const { movieId, showtimeId } = show ?? { movieId: '', showtimeId: '' }
    const seats = await seatsOf(house, showtimeId)
    const result = await act({ house, visitors, movieId, showtimeId, seats })
    if (history.seen.length > 0) throw new Error(history.seen.join('\n'))
    return result
  } finally {
    for (const visitor of visitors) visitor.close()
    await house.close()
  }
}

/** Free standard seats of a show. */
async function seatsOf({ url }: House, showtimeId: string) {
  const seats = (await (await fetch(`${url}/api/seats/showtime/${showtimeId}`)).json()) as Seat[]
  return seats
    .filter(({ status, category }) => status === 'AVAILABLE' && category === 'Standard')
    .map(({ _id }) => _id)
}

const count = (words: string[]) =>
  Object.fromEntries(
    [...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]),
  )
