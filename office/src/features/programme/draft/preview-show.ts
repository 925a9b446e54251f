import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import type { DailyRule, GridShow } from '@marquee/contract/office/programme/week'

export type AddChange = Extract<ProgrammeChange, { type: 'add' }>

/** Whether the draft changes a show or a daily showtime. */
export type ChangeState = 'same' | 'added' | 'changed' | 'removed'

/** A daily show is replaced if a single one is on its screen at its time. */
type PreviewShowState = ChangeState | 'replaced'

export const CHANGE_STATE_NAMES: Record<PreviewShowState, string | undefined> = {
  same: undefined,
  added: 'New',
  changed: 'Changed',
  removed: 'Removed',
  replaced: 'Replaced',
}

/** Names a daily showtime. */
export interface RuleName {
  screenId: string
  /** The local time of day: `21:30`. */
  at: string
}

/** A show as the draft would make it. */
export interface PreviewShow {
  /** Unique in the week. */
  key: string
  /** Undefined: there is no such show yet. */
  existing: GridShow | undefined
  /** The change that adds it. */
  add: AddChange | undefined
  /** The daily showtime that has added it. */
  rule: RuleName | undefined
  movieId: string
  screenId: string
  /** Epoch milliseconds. */
  startsAt: number
  /** The end of the movie. The time for cleaning comes after it. */
  endsAt: number
  /** The local day of the start: `2026-12-01`. */
  day: string
  cutoffMinutes: number
  state: PreviewShowState
}

/** Whether the draft leaves the show on the screen. */
export const isKept = ({ state }: Pick<PreviewShow, 'state'>) =>
  state !== 'removed' && state !== 'replaced'

/** Why a show is not kept. */
export const goneText = ({ state }: Pick<PreviewShow, 'state'>) =>
  state === 'replaced'
    ? 'A single show takes the place of this daily one.'
    : 'The draft removes this show.'

/** A daily showtime as the draft would make it. */
export interface PreviewRule extends DailyRule {
  state: ChangeState
}

export const nameOfRule = ({ screenId, at }: RuleName): RuleName => ({ screenId, at })

export const keyOfRule = ({ screenId, at }: RuleName) => `${screenId} ${at}`

/** The key of a show that only the draft has. */
export const keyOfAdd = ({ screenId, startTime, movieId }: AddChange) =>
  `add ${screenId} ${startTime} ${movieId}`
