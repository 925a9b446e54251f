import type { Show } from '@marquee/contract/office/shows/shows'
import { formatTime, HOUR_MS, MINUTE_MS } from '@marquee/contract/time'

/** Positions are parts of the whole width: 0 to 1. */
export interface Timeline {
  hours: { at: number; label: string }[]
  rows: { screen: Show['screen']; shows: { show: Show; start: number; width: number }[] }[]
  /** Undefined if the time is not on the timeline. */
  now: number | undefined
}

/** Lays out the shows of a day, one row per screen, from the first full hour to the last. `now` is in epoch milliseconds. */
export function layoutTimeline(
  { screens, shows }: { screens: Show['screen'][]; shows: Show[] },
  now: number,
  timeZone: string,
): Timeline {
  if (shows.length === 0)
    return { hours: [], rows: screens.map((screen) => ({ screen, shows: [] })), now: undefined }
  const starts = shows.map(({ startTime }) => Date.parse(startTime))
  const ends = shows.map(({ endTime }) => Date.parse(endTime))
  const from = startOfHour(Math.min(...starts), timeZone)
  const to = startOfHour(Math.max(...ends) + HOUR_MS - 1, timeZone)
  const positionOf = (instant: number) => (instant - from) / (to - from)

  const rowOf = (screen: Show['screen']) => ({
    screen,
    shows: shows
      .filter((show) => show.screen._id === screen._id)
      .map((show) => {
        const start = positionOf(Date.parse(show.startTime))
        return { show, start, width: positionOf(Date.parse(show.endTime)) - start }
      }),
  })
  const hourCount = Math.round((to - from) / HOUR_MS)
  return {
    hours: Array.from({ length: hourCount }, (_, hour) => ({
      at: hour / hourCount,
      label: formatTime(from + hour * HOUR_MS, timeZone).replace(':00', ''),
    })),
    rows: screens.map(rowOf),
    now: now >= from && now <= to ? positionOf(now) : undefined,
  }
}

/** The full hour in the cinema's zone, which may differ from UTC by half an hour. */
function startOfHour(instant: number, timeZone: string) {
  const minutes = Number(/:(\d\d)/.exec(formatTime(instant, timeZone))?.[1])
  return instant - (instant % MINUTE_MS) - minutes * MINUTE_MS
}
