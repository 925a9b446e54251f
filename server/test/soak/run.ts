import { setTimeout as pause } from 'node:timers/promises'
import { badClosings, brokenAnswers } from './answers.ts'
import { aBuyer, type Buyer } from './buyer.ts'
import { doSomething, reachForBasket } from './contention.ts'
import * as books from './database-assertions.ts'
import { breakAgainAndAgain } from './faults.ts'
import { type History, newHistory } from './history.ts'
import { contradictions, createWatch, faultsInBooks } from './invariants.ts'
import { aBadLine } from './lossy-proxy.ts'
import { wrongMaps } from './maps.ts'
import type { Plan } from './plan.ts'
import { type Reach, reachInQuiet, reachUnderLoad } from './propagation-latency.ts'
import { perform } from './scenarios/scenarios.ts'
import { SHOW_SECONDS, type Show, showsOf } from './showtimes.ts'
import { GRACE_SECONDS, HOLD_SECONDS, type House, openHouse, touches } from './test-cluster.ts'
import { within } from './timeouts.ts'
import { aVisitor, type Visitor } from './visitor.ts'

const SECOND = 1000
const BUYERS = 24

export interface Outcome {
  violations: string[]
  acts: Record<string, number>
  /** How often each small play came to its end. */
  plays: Record<string, number>
  orders: number
  kills: number
  /** How long nodes took to end that were asked to, milliseconds. */
  closings: number[]
  /** How far news travels between several nodes: among the crowd, and when everybody only looks on. */
  reach?: { load: Reach; quiet: Reach } | undefined
}

/**
 * Lets a crowd loose on a cinema of its own, with small plays in quiet shows beside it, then reads the record and the books
 * against each other.
 */
export async function torture(plan: Plan): Promise<Outcome> {
  const house = await openHouse(plan)
  const line = plan.badLine ? await aBadLine(house.url) : undefined
  const history = newHistory()
  const visitors: Visitor[] = []
  try {
    const shows = (await showsOf(house)).crowd
    const doors = { url: house.url, socketUrl: line?.url }
    const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, n) => aBuyer(house, n)))
    const lateMs = plan.lateSeconds * SECOND
    const until = Date.now() + plan.seconds * SECOND
    // A control run has proved its point with the first violation.
    const isOver = () => Date.now() >= until || (plan.sabotage && history.seen.length > 0) === true
    // Not over the bad line: it may swallow the very notice that a play waits for.
    const playing = perform({ house, history, buyers, lateMs }, isOver)

    for (let n = 0; n < plan.clients; n++) {
      visitors.push(await aVisitor(doors, buyers[n % BUYERS] as Buyer, { history }))
    }
    const areSeveral = house.nodes.length > 1
    const measuring = areSeveral ? reachUnderLoad(house, buyers, isOver) : undefined
    const last = await letLoose(house, plan, { visitors, shows, history, isOver })
    const plays = await playing
    const load = await measuring
    const violations = [
      ...(await settle(house, last, { visitors, lateMs })),
      ...brokenAnswers(history, house.outages, lateMs),
      ...badClosings(house.closings),
      ...contradictions(history, GRACE_SECONDS * SECOND, house.outages),
      // A bad line doubles what it carries.
      ...(line ? [] : strayNotices(visitors, history)),
      ...(await house.inBooks((db) => faultsInBooks(db, history))),
    ]
    const reach = load && { load, quiet: await reachInQuiet(house, buyers) }
    return {
      violations: [...history.seen, ...violations],
      acts: tally(history),
      plays,
      orders: history.orders.length,
      kills: house.outages.length,
      closings: house.closings.map(({ tookMs }) => Math.round(tookMs)),
      reach,
    }
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
  isOver: () => boolean
}

/**
 * The run itself: everybody acts, the crowd moves from show to show, the server is killed now and then.
 * Returns the show at which all of them are in the end.
 */
async function letLoose(
  house: House,
  plan: Plan,
  { visitors, shows, history, isOver }: Scene,
): Promise<Show> {
  const started = Date.now()
  const showNow = () =>
    (shows[Math.floor((Date.now() - started) / SECOND / SHOW_SECONDS)] ?? shows[0]) as Show
  const act = plan.baskets ? reachForBasket : doSomething

  const crowd = visitors.map(async (visitor) => {
    let show: Show | undefined
    while (!isOver()) {
      const next = showNow()
      if (next !== show) {
        history.acts.push(departure(visitor, show?.showtimeId ?? ''))
        show = next
        await visitor.goTo(next.showtimeId)
      }
      await act(visitor, show, history)
      await pause(Math.random() * 40)
    }
  })
  const watch = (async () => {
    const look = createWatch(plan.lateSeconds * SECOND)
    while (!isOver()) {
      const from = Date.now()
      // Asked when all has been read: the books may be opened before an outage and read after it.
      const isSweeping = () =>
        !touches(house.outages, { from, to: Date.now() }, 2 * plan.lateSeconds * SECOND)
      const hasCrashed = () => house.outages.some(({ losesHolds }) => losesHolds)
      history.seen.push(...(await house.inBooks((db) => look(db, { isSweeping, hasCrashed }))))
      await pause(SECOND)
    }
  })()
  const killer = (async () => {
    if (!plan.killEvery) return
    for (let next = started; Date.now() < started + (plan.seconds - plan.killEvery) * SECOND; ) {
      next += plan.killEvery * SECOND
      await pause(Math.max(0, next - Date.now()))
      await house.killAndReopen()
    }
  })()
  const breaker = plan.faults && breakAgainAndAgain(house, plan, isOver)
  await Promise.all([...crowd, watch, killer, breaker])

  const last = showNow()
  await Promise.all(visitors.map((visitor) => visitor.goTo(last.showtimeId)))
  return last
}

/** Whoever goes to another show has, for the one they leave, gone away. */
const departure = ({ holder }: Visitor, showtimeId: string) => {
  const now = Date.now()
  const about = { holder, showtimeId, verb: 'vanish' as const, placeIds: [] }
  return { ...about, sentAt: now, answeredAt: now, outcome: 'done' as const }
}

/** When nobody does anything any more, every hold ends in time and every map comes to say what the database says. */
async function settle(
  house: House,
  { showtimeId }: Show,
  { visitors, lateMs }: { visitors: Visitor[]; lateMs: number },
) {
  const held = () =>
    house.inBooks(async (db) => {
      const standings = await books.standings(db, showtimeId)
      return [...standings].flatMap(([place, holder]) =>
        holder === null ? [] : [`the hold of ${holder} on ${place} outlived its time`],
      )
    })
  const outlived = await within(HOLD_SECONDS * SECOND + lateMs, held)
  return [...outlived, ...(await within(lateMs, () => wrongMaps(house, showtimeId, visitors)))]
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
