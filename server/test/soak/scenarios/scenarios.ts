import { setTimeout as pause } from 'node:timers/promises'
import type { Buyer } from '../buyer.ts'
import * as books from '../database-assertions.ts'
import type { History } from '../history.ts'
import { wrongMaps } from '../maps.ts'
import { type Show, showsOf } from '../showtimes.ts'
import { type House, touches } from '../test-cluster.ts'
import { within } from '../timeouts.ts'
import { aVisitor } from '../visitor.ts'
import { aBasketWithAHole, aGreedyVisitor, anOrderInManyForms, aStranger } from './holding.ts'
import { Fault, Lost, release, type Stage } from './scenario-context.ts'
import {
  aHoldToItsEnd,
  aShowThatBegins,
  aShowThatCloses,
  aVisitorWhoLeaves,
  aVisitorWhoPaysElsewhere,
} from './waiting.ts'

type Play = (stage: Stage) => Promise<void>

const REPERTOIRE: Play[] = [
  aGreedyVisitor,
  aBasketWithAHole,
  aStranger,
  anOrderInManyForms,
  aHoldToItsEnd,
  aVisitorWhoLeaves,
  aVisitorWhoPaysElsewhere,
]
const BETWEEN_MS = 1000

interface Scene {
  house: House
  history: History
  buyers: Buyer[]
  lateMs: number
}

/** Plays everything at least once, each in a show of its own, and again and again until it is over. */
export async function perform(scene: Scene, isOver: () => boolean) {
  const { plays, closing, starting } = await showsOf(scene.house)
  const productions: [Play, Show | undefined, once?: boolean][] = [
    ...REPERTOIRE.map((play, n): [Play, Show | undefined] => [play, plays[n]]),
    [aShowThatCloses, closing[0], true],
    [aShowThatBegins, starting[0], true],
  ]
  const counts = await Promise.all(
    productions.map(async ([play, show, once]) => {
      if (!show) throw new Error(`no show for ${play.name}`)
      const stage = await aStage(scene, show)
      const played = await run(stage, play, once ? () => true : isOver)
      for (const { close } of [stage.asha, stage.tab, stage.ravi]) close()
      return [play.name, played]
    }),
  )
  return Object.fromEntries(counts) as Record<string, number>
}

async function aStage({ house, history, buyers, lateMs }: Scene, show: Show): Promise<Stage> {
  const [first, second] = buyers as [Buyer, Buyer]
  const asha = await aVisitor(house, first, { history })
  const { holderCookie } = asha
  const tab = await aVisitor(house, first, { history, holderCookie })
  const ravi = await aVisitor(house, second, { history })
  const { opened } = house
  const times = { opened, clearAt: opened, goodUntil: Number.POSITIVE_INFINITY }
  const stage = { house, history, show, asha, tab, ravi, lateMs, ...times }
  for (const one of [asha, tab, ravi]) await one.goTo(show.showtimeId)
  return stage
}

/** Returns how often the play came to its end. */
async function run(stage: Stage, play: Play, isOver: () => boolean) {
  let played = 0
  do {
    if (await isPlayed(stage, play)) played += 1
    // In an outage too: a file is read without waiting, and plays that fail at once would leave no turn to anybody.
    await pause(BETWEEN_MS)
  } while (!isOver())
  return played
}

/** Plays once, and says whether it came to its end; what was wrong about it goes on record. */
async function isPlayed(stage: Stage, play: Play) {
  const fault = await faultOf(stage, play)
  await tidyUp(stage)
  const wrong = await within(stage.lateMs, () => mapsOf(stage))
  const time = { from: stage.clearAt, to: Date.now() }
  if (touches(stage.house.outages, time, stage.lateMs)) return false
  for (const words of [...(fault?.words ?? []), ...wrong]) {
    stage.history.seen.push(`${play.name}: ${words}`)
  }
  return fault === undefined
}

async function faultOf(stage: Stage, play: Play) {
  stage.goodUntil = Number.POSITIVE_INFINITY
  const early = await within(stage.lateMs, () => leftOf(stage))
  if (early.length > 0) return { words: early }
  stage.clearAt = Date.now()
  try {
    await play(stage)
    return undefined
  } catch (error) {
    const isTooLate = Date.now() > stage.goodUntil
    if (error instanceof Lost || (error instanceof Fault && isTooLate)) return { words: [] }
    if (error instanceof Fault) return { words: [error.message] }
    throw error
  }
}

const mapsOf = ({ house, show, asha, tab, ravi }: Stage) =>
  wrongMaps(house, show.showtimeId, [asha, tab, ravi])

/** What an earlier play has left behind: its last notice would be taken for one of the next. */
async function leftOf(stage: Stage) {
  const { house, show } = stage
  const { rows } = await house.inBooks((db) => books.holdsWritten(db, show.showtimeId))
  const left = rows.map(({ place_id, holder }) => `${holder} has kept ${place_id}`)
  return [...left, ...(await mapsOf(stage))]
}

async function tidyUp(stage: Stage) {
  const { house, show, asha, tab, ravi } = stage
  for (const one of [asha, tab, ravi]) await one.comeBack()
  const standings = await house.inBooks((db) => books.standings(db, show.showtimeId))
  for (const [_id, holder] of standings) {
    const owner = [asha, ravi].find((one) => one.holder === holder)
    if (owner) await release(stage, owner, { _id })
  }
}
