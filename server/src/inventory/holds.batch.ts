import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/booking-window'
import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from '@marquee/contract/holds'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { type Done, eachOf, type Outcomes, WRITE_CONFLICT } from '../platform/write-batcher.ts'
import * as claims from './claims.sql.ts'
import {
  assertNotTaken,
  assertOwner,
  assertWithinLimits,
  displacedOf,
  type ExpiredHold,
  type HoldCommand,
  type HoldState,
  isRelease,
  isTakenByOther,
  lapsedIn,
  selectionOf,
} from './holds.rules.ts'
import * as holding from './holds.sql.ts'
import { loadRuleInputs, placeKey } from './rule-inputs.ts'

const LIMITS = {
  seats: MAX_SEATS,
  slots: MAX_SLOTS_PER_TYPE,
  cutoffMinutes: DEFAULT_CUTOFF_MINUTES,
}

type Changed = Promise<Done<HoldCommand, HoldState>>

/**
 * Makes changes of different holders, all of one kind, in a few statements and in order of arrival. Whoever is refused changes
 * nothing and is in nobody's way. Throws OVERTAKEN: then nothing of it may be committed.
 */
export async function changeMany(
  tx: Db,
  config: Config,
  changes: HoldCommand[],
  noneBusy: Promise<unknown>,
): Changed {
  return changes.some(isRelease)
    ? releaseMany(tx, changes, noneBusy)
    : reachMany(tx, config, changes, noneBusy)
}

export const isHoldOfOnePlace = ({ verb, placeIds }: HoldCommand) =>
  verb === 'hold' && placeIds.length === 1

/**
 * For holds of one place each, which are nearly all there are. Answers those that can be granted without looking, and leaves the
 * others, without an outcome, to `changeMany`.
 */
export async function holdBeyondDoubt(tx: Db, { holdMs }: Config, changes: HoldCommand[]): Changed {
  const reaches = new Map<string, HoldCommand>()
  for (const change of changes) {
    const name = placeKey(change.showtimeId, change.placeIds[0] ?? '')
    if (!reaches.has(name)) reaches.set(name, change)
  }
  const { rows } = await holding.holdBeyondDoubt(
    tx,
    [...reaches.values()].map(({ showtimeId, holder, placeIds: [placeId = ''], seatIds }) => ({
      ...{ showtimeId, holder, placeId, isSeat: seatIds?.includes(placeId) },
    })),
    { ...LIMITS, holdMs },
  )
  const outcomes: Outcomes<HoldCommand, HoldState> = new Map()
  for (const { showtime_id, place_id, held_until: holdUntil, seen_at: now } of rows) {
    const change = reaches.get(placeKey(showtime_id, place_id)) as HoldCommand
    outcomes.set(change, () => ({ holdUntil, now }))
  }
  return { outcomes, touched: claims.showtimesOf(rows), displaced: [] }
}

async function reachMany(
  tx: Db,
  config: Config,
  changes: HoldCommand[],
  noneBusy: Promise<unknown>,
): Changed {
  const sceneOf = await loadRuleInputs(tx, changes)
  const holds: holding.Hold[] = []
  const lapsed: ExpiredHold[] = []
  const reached = new Set<string>()

  const outcomes = eachOf(changes, (change, n) => {
    const scene = sceneOf(n)
    const { showtimeId, holder } = change
    const { placeIds, clock } = selectionOf(config, change, scene)
    assertWithinLimits(scene)
    assertNotTaken(
      scene.wanted.filter(
        (place) =>
          reached.has(placeKey(showtimeId, place.place_id)) || isTakenByOther(place, change, scene),
      ),
    )
    for (const placeId of placeIds) {
      reached.add(placeKey(showtimeId, placeId))
      holds.push({ showtimeId, placeId, holder, ...clock, now: scene.now })
    }
    lapsed.push(...lapsedIn(change, scene))
    return { holdUntil: clock.until, now: scene.now }
  })
  if (holds.length === 0) return { outcomes, touched: [], displaced: [] }
  await noneBusy
  const { rows } = await holding.hold(tx, holds)
  if (rows.length < holds.length) throw WRITE_CONFLICT
  return { outcomes, touched: claims.showtimesOf(rows), displaced: displacedOf(lapsed, rows) }
}

async function releaseMany(tx: Db, changes: HoldCommand[], noneBusy: Promise<unknown>): Changed {
  const sceneOf = await loadRuleInputs(tx, changes)
  const given: HoldCommand[] = []
  const outcomes = eachOf(changes, (change, n) => {
    const scene = sceneOf(n)
    assertOwner(change, scene)
    given.push(change)
    const rest = scene.held.find(({ place_id }) => !change.placeIds.includes(place_id))
    return { holdUntil: rest?.held_until ?? null, now: scene.now }
  })
  await noneBusy
  const { rows } = await claims.release(tx, given)
  return { outcomes, touched: claims.showtimesOf(rows), displaced: [] }
}
