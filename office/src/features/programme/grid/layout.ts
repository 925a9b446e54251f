import { formatTimeInput, MINUTE_MS } from '@marquee/contract/time'
import { isKept, type PreviewShow } from '#features/programme/draft/preview-show.ts'
import { minutesOfTime, snapUp } from '#features/programme/starts.ts'
import type { WeekProgramme } from '#lib/programme.queries.ts'

type Screen = WeekProgramme['screens'][number]

/** A show at its place within the cell of its screen and day. */
export interface PlacedShow {
  show: PreviewShow
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
  cells: ReadonlyMap<string, PlacedShow[]>
}

export const cellKey = (screenId: string, day: string) => `${screenId} ${day}`

const HOUR = 60
const EARLIEST = 9 * HOUR
const LATEST = 24 * HOUR

/** Lays out shows by screen and day. */
export function layoutGrid(
  screens: readonly Screen[],
  shows: readonly PreviewShow[],
  timeZone: string,
): GridLayout {
  const cleaning = new Map(screens.map(({ _id, cleaningMinutes }) => [_id, cleaningMinutes]))
  const byCell = Map.groupBy(shows, ({ screenId, day }) => cellKey(screenId, day))
  const cells = new Map(
    [...byCell].map(([key, ofCell]) => [
      key,
      placeShows(
        ofCell.map((show) => ({
          show,
          start: minutesOfTime(formatTimeInput(show.startsAt, timeZone)),
          length: (show.endsAt - show.startsAt) / MINUTE_MS,
          cleaningMinutes: cleaning.get(show.screenId) ?? 0,
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

type Unplaced = Omit<PlacedShow, 'lane' | 'lanes' | 'isTight'>

const endOf = ({ start, length, cleaningMinutes }: Unplaced) => start + length + cleaningMinutes

/** Gives shows that overlap lanes side by side. Removed and replaced shows overlap with nothing: they only stand beside. */
function placeShows(shows: readonly Unplaced[]): PlacedShow[] {
  const sorted = shows.toSorted((a, b) => a.start - b.start)
  const groups: Unplaced[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const one of sorted) {
    if (one.start < end) groups.at(-1)?.push(one)
    else groups.push([one])
    end = Math.max(end, endOf(one))
  }
  return groups.flatMap(placeGroup)
}

function placeGroup(group: Unplaced[]): PlacedShow[] {
  const laneEnds: number[] = []
  let end = Number.NEGATIVE_INFINITY
  const placed = group.map((one) => {
    const free = laneEnds.findIndex((laneEnd) => laneEnd <= one.start)
    const lane = free < 0 ? laneEnds.length : free
    laneEnds[lane] = endOf(one)
    const isOnScreen = isKept(one.show)
    const isTight = isOnScreen && one.start < end
    if (isOnScreen) end = Math.max(end, endOf(one))
    return { ...one, lane, isTight }
  })
  return placed.map((one) => ({ ...one, lanes: laneEnds.length }))
}

/** Whether two lists show the same shows at the same places. */
export const isSamePlacement = (one: readonly PlacedShow[], other: readonly PlacedShow[]) =>
  one === other ||
  (one.length === other.length &&
    one.every((placed, index) => {
      const { show, lane, lanes, isTight, cleaningMinutes } = other[index] ?? {}
      return (
        placed.show === show &&
        placed.lane === lane &&
        placed.lanes === lanes &&
        placed.isTight === isTight &&
        placed.cleaningMinutes === cleaningMinutes
      )
    }))

/** A start soon after a show is meant to be as soon as the screen is clean. */
const NEAR_MINUTES = 45
const USUAL_START = 10 * HOUR

const endsOf = (shows: readonly PlacedShow[]) => shows.filter(({ show }) => isKept(show)).map(endOf)

/** The start of a new show where staff points to, in minutes since midnight: the end of the cleaning before it if that is near. */
export function suggestStart(shows: readonly PlacedShow[], pointed: number) {
  const near = endsOf(shows).filter((end) => Math.abs(pointed - end) < NEAR_MINUTES)
  return snapUp(near.length > 0 ? Math.max(...near) : pointed)
}

/** The start of a new show after all others of a cell, in minutes since midnight. */
export function nextStart(shows: readonly PlacedShow[]) {
  const ends = endsOf(shows)
  return ends.length > 0 ? snapUp(Math.max(...ends)) : USUAL_START
}
