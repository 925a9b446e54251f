import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import {
  type Change,
  type Displaced,
  displacedOf,
  isAnothers,
  isRelease,
  lapsedIn,
  refuseLost,
  refuseOverLimit,
  refuseStrangers,
  type Standing,
  selectionOf,
} from './claims.rules.ts'
import * as claims from './claims.sql.ts'
import { look, type Scene } from './look.ts'

/** What many changes have come to, once they are committed. */
interface Done {
  /** How each holder stands now, or throws why not. */
  outcomes: Map<Change, () => Standing>
  touched: string[]
  displaced: Displaced[]
}

/** Somebody not of our number was quicker than what we saw; looking again tells. */
export const OVERTAKEN = new Error('overtaken')

/**
 * Makes changes of different holders, all of one kind, in a few statements and in order of arrival. Whoever is refused changes
 * nothing and is in nobody's way. Throws OVERTAKEN: then nothing of it may be committed.
 */
export async function changeMany(tx: Db, config: Config, changes: Change[]): Promise<Done> {
  const sceneOf = await look(tx, changes)
  const looked = changes.map((change, n) => ({ change, sceneOf: () => sceneOf(n) }))
  return changes.some(isRelease) ? releaseMany(tx, looked) : reachMany(tx, config, looked)
}

interface Looked {
  change: Change
  /** Throws NOT_FOUND. */
  sceneOf: () => Scene
}

async function reachMany(tx: Db, config: Config, looked: Looked[]): Promise<Done> {
  const holds: claims.Hold[] = []
  const lapsed: Displaced[] = []
  const reached = new Set<string>()

  const outcomes = eachOf(looked, ({ change, sceneOf }) => {
    const scene = sceneOf()
    const { showtimeId, holder } = change
    const { placeIds, clock } = selectionOf(config, change, scene)
    const nameOf = (placeId: string) => `${showtimeId}/${placeId}`
    refuseOverLimit(scene)
    refuseLost(
      scene.wanted.filter(
        (place) => reached.has(nameOf(place.place_id)) || isAnothers(place, change, scene),
      ),
    )
    for (const placeId of placeIds) {
      reached.add(nameOf(placeId))
      holds.push({ showtimeId, placeId, holder, ...clock, now: scene.now })
    }
    lapsed.push(...lapsedIn(change, scene))
    return { holdUntil: clock.until, now: scene.now }
  })
  if (holds.length === 0) return { outcomes, touched: [], displaced: [] }
  const { rows } = await claims.hold(tx, holds)
  if (rows.length < holds.length) throw OVERTAKEN
  return { outcomes, touched: await claims.grow(tx, rows), displaced: displacedOf(lapsed, rows) }
}

async function releaseMany(tx: Db, looked: Looked[]): Promise<Done> {
  const given: Change[] = []
  const outcomes = eachOf(looked, ({ change, sceneOf }) => {
    const scene = sceneOf()
    refuseStrangers(change, scene)
    given.push(change)
    const rest = scene.held.find(({ place_id }) => !change.placeIds.includes(place_id))
    return { holdUntil: rest?.held_until ?? null, now: scene.now }
  })
  const { rows } = await claims.release(tx, given)
  return { outcomes, touched: await claims.grow(tx, rows), displaced: [] }
}

/** One's refusal is one's own. */
const eachOf = (looked: Looked[], decide: (one: Looked) => Standing) =>
  new Map(looked.map((one) => [one.change, settled(() => decide(one))]))

function settled<T>(work: () => T): () => T {
  try {
    const value = work()
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}
