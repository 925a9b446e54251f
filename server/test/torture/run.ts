import { setTimeout as pause } from 'node:timers/promises'
import type { Movie } from '@marquee/contract/movies'
import type { ParkingSlots } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats'
import type { Showtime } from '@marquee/contract/showtimes'
import { signedInUser } from '#test/journey.ts'
import { aPlainClient } from '#test/plain-client.ts'
import { aBadLine } from './bad-line.ts'
import { doSomething, type Show } from './crowd.ts'
import { type History, newHistory } from './history.ts'
import { GRACE_SECONDS, HOLD_SECONDS, type House, openHouse, SHOW_SECONDS } from './house.ts'
import { contradictions, faultsInBooks, overLimits } from './invariants.ts'
import type { Plan } from './plan.ts'
import { aVisitor, type Buyer, type Visitor } from './visitor.ts'

const SECOND = 1000
const BUYERS = 6
const SETTLE_SECONDS = 2

export interface Outcome {
  violations: string[]
  acts: Record<string, number>
  orders: number
  kills: number
}

/** Lets a crowd loose on a cinema of its own, then reads its record and the books against each other. */
export async function torture(plan: Plan): Promise<Outcome> {
  const house = await openHouse(plan)
  const line = plan.badLine ? await aBadLine(house.url) : undefined
  const history = newHistory()
  const visitors: Visitor[] = []
  try {
    const shows = await showsOf(house)
    const doors = { url: house.url, socketUrl: line?.url }
    const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, n) => aBuyer(house, n)))
    for (let n = 0; n < plan.clients; n++) {
      visitors.push(await aVisitor(doors, buyers[n % BUYERS] as Buyer, history))
    }
    const { last, kills } = await letLoose(house, plan, { visitors, shows, history })
    const unsettled = await settle(house, visitors, last)
    const found = await house.inBooks((db) => faultsInBooks(db, history))
    const said = contradictions(history, GRACE_SECONDS * SECOND)
    const violations = [
      ...history.seen,
      ...said,
      ...strayNotices(visitors, history),
      ...found,
      ...unsettled,
    ]
    return { violations, acts: tally(history), orders: history.orders.length, kills }
  } finally {
    for (const visitor of visitors) visitor.close()
    await line?.close()
    await house.close()
  }
}

interface Scene {
  visitors: Visitor[]
  shows: Show[]
  history: History
}

/** The run itself: everybody acts, the crowd moves from show to show, the server is killed now and then. */
async function letLoose(house: House, plan: Plan, { visitors, shows, history }: Scene) {
  const until = Date.now() + plan.seconds * SECOND
  const started = Date.now()
  const showNow = () =>
    shows[Math.floor((Date.now() - started) / SECOND / SHOW_SECONDS)] ?? shows[0]
  let kills = 0

  const crowd = visitors.map(async (visitor) => {
    let show: Show | undefined
    while (Date.now() < until) {
      const next = showNow()
      if (next && next !== show) {
        history.acts.push(departure(visitor, show?.showtimeId ?? ''))
        show = next
        await visitor.goTo(next.showtimeId)
      }
      if (show) await doSomething(visitor, show, history)
      await pause(Math.random() * 40)
    }
  })
  const watch = (async () => {
    while (Date.now() < until) {
      history.seen.push(...(await house.inBooks(overLimits)))
      await pause(SECOND)
    }
  })()
  const killer = (async () => {
    if (!plan.killEvery) return
    while (Date.now() + plan.killEvery * SECOND < until) {
      await pause(plan.killEvery * SECOND)
      await house.killAndReopen()
      kills++
    }
  })()
  await Promise.all([...crowd, watch, killer])

  const last = showNow() as Show
  await Promise.all(visitors.map((visitor) => visitor.goTo(last.showtimeId)))
  return { last, kills }
}

/** Whoever goes to another show has, for the one they leave, gone away. */
const departure = ({ holder }: Visitor, showtimeId: string) => {
  const now = Date.now()
  const about = { holder, showtimeId, verb: 'vanish' as const, placeIds: [] }
  return { ...about, sentAt: now, answeredAt: now, outcome: 'done' as const }
}

/** When nobody does anything any more, every hold ends in time and every map comes to say what the database says. */
async function settle({ url }: House, visitors: Visitor[], { showtimeId }: Show) {
  await pause((HOLD_SECONDS + SETTLE_SECONDS) * SECOND)
  await pause(SETTLE_SECONDS * SECOND)
  const truth = await truthOf(url, showtimeId)
  const held = [...truth.values()].filter((status) => status === 'HELD').length
  const wrong = visitors.filter(({ view }) => {
    const places = view.places()
    return places.length < truth.size || places.some(({ _id, status }) => truth.get(_id) !== status)
  })
  return [
    ...(held > 0 ? [`${held} holds outlived their time`] : []),
    ...wrong.map(({ holder }) => `the map of ${holder} is wrong two seconds after the last change`),
  ]
}

async function truthOf(url: string, showtimeId: string) {
  const get = async (path: string) => (await fetch(`${url}${path}`)).json()
  const seats = (await get(`/api/seats/showtime/${showtimeId}`)) as Seat[]
  const slots = (await get(`/api/parking/showtime/${showtimeId}`)) as ParkingSlots
  const places = [...seats, ...slots.twoWheelerSlots, ...slots.fourWheelerSlots]
  return new Map(places.map(({ _id, status }) => [_id, status]))
}

/** A notice that a hold has run out is for somebody who asked for it, and comes at most once for each time they did. */
function strayNotices(visitors: Visitor[], { acts }: History) {
  return visitors.flatMap(({ holder, expired }) => {
    const asked = acts.filter((act) => act.holder === holder).flatMap(({ placeIds }) => placeIds)
    const count = (list: string[], id: string) => list.filter((other) => other === id).length
    return [...new Set(expired)]
      .filter((id) => count(expired, id) > count(asked, id))
      .map((id) => `${holder} was told too often that ${id} has run out`)
  })
}

const tally = ({ acts }: History) =>
  Object.fromEntries(
    [...Map.groupBy(acts, ({ verb, outcome }) => `${verb}: ${outcome}`)].map(([name, list]) => [
      name,
      list.length,
    ]),
  )

export async function showsOf({ url }: House): Promise<Show[]> {
  const [movie] = (await (await fetch(`${url}/api/movies`)).json()) as Movie[]
  const showtimes = (movie?.showtimes ?? []) as Showtime[]
  return showtimes.map(({ _id, movieId }) => ({ movieId, showtimeId: _id }))
}

export async function aBuyer({ url }: House, n: number): Promise<Buyer> {
  const client = aPlainClient(url)
  const userId = await signedInUser(client, `buyer${n}@example.com`)
  return { userId, cookie: client.cookie('marquee_access') }
}
