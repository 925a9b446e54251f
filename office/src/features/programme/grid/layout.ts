import { formatTimeInput, MINUTE_MS } from '@marquee/contract/time'
import type { WeekProgramme } from '#lib/programme.queries.ts'
import { type Block, isKept } from '../draft/block.ts'
import { minutesOfTime, snapUp } from '../starts.ts'

type Screen = WeekProgramme['screens'][number]

/** A show at its place within the cell of its screen and day. */
export interface PlacedBlock {
  block: Block
  /** Minutes since midnight, in the cinema's zone. */
  start: number
  /** Minutes of the movie. */
  length: number
  cleaningMinutes: number
  /** Shows at the same time stand side by side, in so many lanes. */
  lane: number
  lanes: number
  /** It begins before the show before it has ended and the screen is clean. */
  isTight: boolean
}

/** The hours that every cell shows, in minutes since midnight. The last may be in the next day. */
export interface Axis {
  from: number
  to: number
}

export interface GridLayout {
  axis: Axis
  /** The shows of a screen and a day, by start. Only cells with shows are in it. */
  cells: ReadonlyMap<string, PlacedBlock[]>
}

export const cellKey = (screenId: string, day: string) => `${screenId} ${day}`

const HOUR = 60
const EARLIEST = 9 * HOUR
const LATEST = 24 * HOUR

/** Lays out shows by screen and day. */
export function layoutGrid(
  screens: readonly Screen[],
  blocks: readonly Block[],
  timeZone: string,
): GridLayout {
  const cleaning = new Map(screens.map(({ _id, cleaningMinutes }) => [_id, cleaningMinutes]))
  const byCell = Map.groupBy(blocks, ({ screenId, day }) => cellKey(screenId, day))
  const cells = new Map(
    [...byCell].map(([key, ofCell]) => [
      key,
      placeBlocks(
        ofCell.map((block) => ({
          block,
          start: minutesOfTime(formatTimeInput(block.startsAt, timeZone)),
          length: (block.endsAt - block.startsAt) / MINUTE_MS,
          cleaningMinutes: cleaning.get(block.screenId) ?? 0,
        })),
      ),
    ]),
  )
  const placed = [...cells.values()].flat()
  return {
    cells,
    axis: {
      from: Math.min(EARLIEST, ...placed.map(({ start }) => Math.floor(start / HOUR) * HOUR)),
      to: Math.max(LATEST, ...placed.map((one) => Math.ceil(endOf(one) / HOUR) * HOUR)),
    },
  }
}

type Unplaced = Omit<PlacedBlock, 'lane' | 'lanes' | 'isTight'>

const endOf = ({ start, length, cleaningMinutes }: Unplaced) => start + length + cleaningMinutes

/** Gives shows that overlap lanes side by side. Removed and replaced shows overlap with nothing: they only stand beside. */
function placeBlocks(blocks: readonly Unplaced[]): PlacedBlock[] {
  const sorted = blocks.toSorted((a, b) => a.start - b.start)
  const groups: Unplaced[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const block of sorted) {
    if (block.start < end) groups.at(-1)?.push(block)
    else groups.push([block])
    end = Math.max(end, endOf(block))
  }
  return groups.flatMap(placeGroup)
}

function placeGroup(group: Unplaced[]): PlacedBlock[] {
  const laneEnds: number[] = []
  let end = Number.NEGATIVE_INFINITY
  const placed = group.map((block) => {
    const free = laneEnds.findIndex((laneEnd) => laneEnd <= block.start)
    const lane = free < 0 ? laneEnds.length : free
    laneEnds[lane] = endOf(block)
    const isOnScreen = isKept(block.block)
    const isTight = isOnScreen && block.start < end
    if (isOnScreen) end = Math.max(end, endOf(block))
    return { ...block, lane, isTight }
  })
  return placed.map((block) => ({ ...block, lanes: laneEnds.length }))
}

/** Whether two lists show the same shows at the same places. */
export const isSamePlacement = (one: readonly PlacedBlock[], other: readonly PlacedBlock[]) =>
  one === other ||
  (one.length === other.length &&
    one.every((placed, index) => {
      const { block, lane, lanes, isTight, cleaningMinutes } = other[index] ?? {}
      return (
        placed.block === block &&
        placed.lane === lane &&
        placed.lanes === lanes &&
        placed.isTight === isTight &&
        placed.cleaningMinutes === cleaningMinutes
      )
    }))

/** A start soon after a show is meant to be as soon as the screen is clean. */
const NEAR_MINUTES = 45
const USUAL_START = 10 * HOUR

const endsOf = (blocks: readonly PlacedBlock[]) =>
  blocks.filter(({ block }) => isKept(block)).map(endOf)

/** The start of a new show where staff points to, in minutes since midnight: the end of the cleaning before it if that is near. */
export function suggestStart(blocks: readonly PlacedBlock[], pointed: number) {
  const near = endsOf(blocks).filter((end) => Math.abs(pointed - end) < NEAR_MINUTES)
  return snapUp(near.length > 0 ? Math.max(...near) : pointed)
}

/** The start of a new show after all others of a cell, in minutes since midnight. */
export function nextStart(blocks: readonly PlacedBlock[]) {
  const ends = endsOf(blocks)
  return ends.length > 0 ? snapUp(Math.max(...ends)) : USUAL_START
}
