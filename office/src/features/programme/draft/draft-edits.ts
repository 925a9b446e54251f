import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { formatTimeInput, parseLocalTime } from '@marquee/contract/time'
import { type AddChange, type Block, keyOfAdd } from './block.ts'

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
  block: Block,
  values: ShowValues,
): ProgrammeChange[] {
  const { add, show } = block
  if (add) return changes.map((change) => (change === add ? toAdd(values) : change))
  if (!show) return [...changes, ...leaveOut(block), toAdd(values)]
  if (values.movieId !== show.movieId) return [...removeShow(changes, block), toAdd(values)]
  const others = withoutChangesOf(changes, show._id)
  const isMoved = values.startsAt !== Date.parse(show.startTime)
  const isOnOtherScreen = values.screenId !== show.screenId
  const hasOtherCutoff = values.cutoffMinutes !== show.cutoffMinutes
  if (!isMoved && !isOnOtherScreen && !hasOtherCutoff) return others
  return [
    ...others,
    {
      type: 'move',
      showtimeId: show._id,
      ...(isOnOtherScreen && { screenId: values.screenId }),
      ...(isMoved && { startTime: new Date(values.startsAt).toISOString() }),
      ...(hasOtherCutoff && { cutoffMinutes: values.cutoffMinutes }),
    },
  ]
}

/** Removes a show: one that only the draft has is gone, a daily one is left out on its day. */
export function removeShow(changes: DraftChanges, block: Block): ProgrammeChange[] {
  const { add, show } = block
  if (add) return changes.filter((change) => change !== add)
  if (!show) return [...changes, ...leaveOut(block)]
  return [...withoutChangesOf(changes, show._id), { type: 'remove', showtimeId: show._id }]
}

/** Removes several shows. */
export const removeShows = (changes: DraftChanges, blocks: readonly Block[]) =>
  blocks.reduce<ProgrammeChange[]>(removeShow, [...changes])

/** Takes back the removal of a show. */
export const restoreShow = (changes: DraftChanges, { show }: Block) =>
  show ? withoutChangesOf(changes, show._id) : [...changes]

/** Whether the draft removes this show by itself, not with its daily showtime. */
export const isRestorable = (changes: DraftChanges, { show, state }: Block) =>
  state === 'removed' &&
  changes.some((change) => change.type === 'remove' && change.showtimeId === show?._id)

const withoutChangesOf = (changes: DraftChanges, showtimeId: string) =>
  changes.filter((change) => !('showtimeId' in change) || change.showtimeId !== showtimeId)

/** A show that a daily showtime would add on a day. */
const leaveOut = ({ rule, day }: Block): ProgrammeChange[] =>
  rule ? [{ type: 'daily', action: 'pause', ...rule, date: day }] : []

interface CopyOptions {
  timeZone: string
  /** Epoch milliseconds. Nothing is copied to a time before it. */
  now: number
  /** What stands at the target: a show that is there already is not copied. */
  existing: readonly Block[]
}

/** Copies shows to another day at the same local times. Daily shows are left out: they are there every day. */
export const copyToDay = (blocks: readonly Block[], day: string, options: CopyOptions) => {
  const { timeZone, now, existing } = options
  const taken = new Set(existing.filter(({ state }) => state !== 'removed').map(placeOf))
  return blocks
    .filter(({ rule, state }) => !rule && state !== 'removed')
    .map((block): ShowValues => {
      const { movieId, screenId, cutoffMinutes, startsAt } = block
      const time = formatTimeInput(startsAt, timeZone)
      return { movieId, screenId, cutoffMinutes, startsAt: parseLocalTime(day, time, timeZone) }
    })
    .filter((show) => show.startsAt > now && !taken.has(placeOf(show)))
}

const placeOf = ({ movieId, screenId, startsAt }: ShowValues) =>
  `${screenId} ${startsAt} ${movieId}`
