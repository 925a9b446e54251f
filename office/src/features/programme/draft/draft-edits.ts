import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { formatTimeInput, parseLocalTime } from '@marquee/contract/time'
import { type AddChange, keyOfAdd, type PreviewShow } from './preview-show.ts'

type DraftChanges = readonly ProgrammeChange[]

/** The parts of a show that staff chooses. */
export interface ShowValues {
  movieId: string
  screenId: string
  /** Epoch milliseconds. */
  startsAt: number
  cutoffMinutes: number
}

/** The change that adds a show. */
export const toAdd = ({ movieId, screenId, startsAt, cutoffMinutes }: ShowValues): AddChange => ({
  type: 'add',
  movieId,
  screenId,
  startTime: new Date(startsAt).toISOString(),
  cutoffMinutes,
})

/** Adds shows. One that the draft adds already is not added twice. */
export function addShows(changes: DraftChanges, shows: readonly ShowValues[]): ProgrammeChange[] {
  const known = new Set(
    changes.flatMap((change) => (change.type === 'add' ? keyOfAdd(change) : [])),
  )
  return [...changes, ...shows.map(toAdd).filter((add) => !known.has(keyOfAdd(add)))]
}

/** Changes a show. Another movie replaces it: a show keeps its movie. What is as before is no change. */
export function changeShow(
  changes: DraftChanges,
  show: PreviewShow,
  values: ShowValues,
): ProgrammeChange[] {
  const { add, existing } = show
  if (add) return changes.map((change) => (change === add ? toAdd(values) : change))
  if (!existing) return [...changes, ...leaveOut(show), toAdd(values)]
  if (values.movieId !== existing.movieId) return [...removeShow(changes, show), toAdd(values)]
  const others = withoutChangesOf(changes, existing._id)
  const isMoved = values.startsAt !== Date.parse(existing.startTime)
  const isOnOtherScreen = values.screenId !== existing.screenId
  const hasOtherCutoff = values.cutoffMinutes !== existing.cutoffMinutes
  if (!isMoved && !isOnOtherScreen && !hasOtherCutoff) return others
  return [
    ...others,
    {
      type: 'move',
      showtimeId: existing._id,
      ...(isOnOtherScreen && { screenId: values.screenId }),
      ...(isMoved && { startTime: new Date(values.startsAt).toISOString() }),
      ...(hasOtherCutoff && { cutoffMinutes: values.cutoffMinutes }),
    },
  ]
}

/** Removes a show: one that only the draft has is gone, a daily one is left out on its day. */
export function removeShow(changes: DraftChanges, show: PreviewShow): ProgrammeChange[] {
  const { add, existing } = show
  if (add) return changes.filter((change) => change !== add)
  if (!existing) return [...changes, ...leaveOut(show)]
  return [...withoutChangesOf(changes, existing._id), { type: 'remove', showtimeId: existing._id }]
}

/** Removes several shows. */
export const removeShows = (changes: DraftChanges, shows: readonly PreviewShow[]) =>
  shows.reduce<ProgrammeChange[]>(removeShow, [...changes])

/** Takes back the removal of a show. */
export const restoreShow = (changes: DraftChanges, { existing }: PreviewShow) =>
  existing ? withoutChangesOf(changes, existing._id) : [...changes]

/** Whether the draft removes this show by itself, not with its daily showtime. */
export const isRestorable = (changes: DraftChanges, { existing, state }: PreviewShow) =>
  state === 'removed' &&
  changes.some((change) => change.type === 'remove' && change.showtimeId === existing?._id)

const withoutChangesOf = (changes: DraftChanges, showtimeId: string) =>
  changes.filter((change) => !('showtimeId' in change) || change.showtimeId !== showtimeId)

/** A show that a daily showtime would add on a day. */
const leaveOut = ({ rule, day }: PreviewShow): ProgrammeChange[] =>
  rule ? [{ type: 'daily', action: 'pause', ...rule, date: day }] : []

interface CopyOptions {
  timeZone: string
  /** Epoch milliseconds. Nothing is copied to a time before it. */
  now: number
  /** What stands at the target: a show that is there already is not copied. */
  existing: readonly PreviewShow[]
}

/** Copies shows to another day at the same local times. Daily shows are left out: they are there every day. */
export const copyToDay = (shows: readonly PreviewShow[], day: string, options: CopyOptions) => {
  const { timeZone, now, existing } = options
  const taken = new Set(existing.filter(({ state }) => state !== 'removed').map(placeOf))
  return shows
    .filter(({ rule, state }) => !rule && state !== 'removed')
    .map((show): ShowValues => {
      const { movieId, screenId, cutoffMinutes, startsAt } = show
      const time = formatTimeInput(startsAt, timeZone)
      return { movieId, screenId, cutoffMinutes, startsAt: parseLocalTime(day, time, timeZone) }
    })
    .filter((show) => show.startsAt > now && !taken.has(placeOf(show)))
}

const placeOf = ({ movieId, screenId, startsAt }: ShowValues) =>
  `${screenId} ${startsAt} ${movieId}`
