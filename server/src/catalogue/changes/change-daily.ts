import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import { formatIsoDate, formatLocalTime } from '@marquee/contract/time'
import { minutesOfDay, overlapsDaily } from '../file/overlaps.ts'
import {
  type Change,
  dailyKey,
  dropShow,
  type EditedProgramme,
  NO_MOVIE,
  NO_SCREEN,
  refuse,
  withException,
} from './edited-programme.ts'

type DailyChange = Change<'daily'>

const NO_DAILY =
  'this daily showtime was changed or removed meanwhile. Take the change out of the draft.'

const dailyText = (at: string) => `daily ${formatLocalTime(at)}`

/** Sets, removes, splits or leaves out a daily showtime. */
export function changeDaily(edited: EditedProgramme, change: DailyChange) {
  if (change.action === 'set') return setDaily(edited, change)
  const { screenId, at, action } = change
  const rule = edited.daily.get(dailyKey(change))
  if (!rule) return refuse(edited, { screenId }, `${dailyText(at)}: ${NO_DAILY}`)
  if (action === 'resume') {
    const except = rule.except.filter((date) => date !== change.date)
    edited.daily.set(dailyKey(rule), { ...rule, except })
    return undefined
  }
  const own = [...edited.shows.values()].filter(
    (show) => show.screenId === screenId && show.dailyAt === at,
  )
  if (action === 'pause') {
    edited.daily.set(dailyKey(rule), withException(rule, change.date))
    const { timeZone } = edited.clock
    for (const show of own)
      if (formatIsoDate(show.startsAt, timeZone) === change.date) dropShow(edited, show)
    return undefined
  }
  edited.daily.delete(dailyKey(rule))
  for (const show of own) {
    if (action === 'remove') dropShow(edited, show)
    else edited.shows.set(show.id, { ...show, dailyAt: null })
  }
  return undefined
}

/** Sold and held shows of the earlier movie or time stay, as single shows. */
function setDaily(edited: EditedProgramme, change: Extract<DailyChange, { action: 'set' }>) {
  const { screenId, at, movieId, from = { screenId, at } } = change
  const before = edited.daily.get(dailyKey(from))
  if (!before && change.from)
    return refuse(edited, { movieId, screenId }, `${dailyText(at)}: ${NO_DAILY}`)
  const movie = edited.movies.get(movieId)
  if (!movie) return refuse(edited, { screenId }, `${dailyText(at)}: ${NO_MOVIE}`)
  if (!edited.screens.has(screenId))
    return refuse(edited, { movieId }, `${dailyText(at)}: ${NO_SCREEN}`)
  const slot = { start: minutesOfDay(at), durationMinutes: movie.duration }
  const other = [...edited.daily.values()].find(
    (rule) =>
      rule !== before &&
      rule.screenId === screenId &&
      overlapsDaily(slot, {
        start: minutesOfDay(rule.at),
        durationMinutes: edited.movies.get(rule.movieId)?.duration ?? 0,
      }),
  )
  if (other) {
    const name = edited.movies.get(other.movieId)?.name
    const reason = `${dailyText(at)}: ${name} is there daily at ${formatLocalTime(other.at)}. Choose another time, or change that one first.`
    return refuse(edited, { movieId, screenId }, reason)
  }
  const cutoffMinutes = change.cutoffMinutes ?? before?.cutoffMinutes ?? DEFAULT_CUTOFF_MINUTES
  const isOther = before?.movieId !== movieId || dailyKey(from) !== dailyKey(change)
  if (before && isOther) {
    edited.daily.delete(dailyKey(before))
    for (const show of edited.shows.values()) {
      if (show.screenId !== before.screenId || show.dailyAt !== before.at) continue
      if (show.isInUse) edited.shows.set(show.id, { ...show, dailyAt: null })
      else edited.shows.delete(show.id)
    }
  }
  const { id, except = [] } = before ?? {}
  edited.daily.set(dailyKey(change), { id, screenId, at, movieId, cutoffMinutes, except })
  return undefined
}
