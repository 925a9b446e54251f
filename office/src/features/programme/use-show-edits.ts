import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { countOf } from '@marquee/contract/text/count'
import { parseLocalTime } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import type { Copy } from '#features/programme/dialogs/copy-dialog.tsx'
import type { EditedDraft } from '#features/programme/draft/draft.queries.ts'
import {
  addShows,
  changeShow,
  removeShow,
  removeShows,
  type ShowValues,
  toAdd,
} from '#features/programme/draft/draft-edits.ts'
import {
  goneText,
  isKept,
  keyOfAdd,
  type PreviewShow,
} from '#features/programme/draft/preview-show.ts'
import type { GridPlace } from '#features/programme/grid/drag.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { timeOfMinutes } from './starts.ts'

/** Whether a show may be moved or removed. Says why not. */
export function mayMove(show: PreviewShow) {
  if (!isKept(show)) notify(goneText(show))
  else if (show.startsAt <= serverNow()) notify('The show has started.')
  else return true
  return false
}

/** What staff does with shows, as changes of the draft. */
export function useShowEdits(draft: EditedDraft) {
  const timeZone = useTimeZone()
  const { changes } = draft
  const remove = (show: PreviewShow) => {
    if (mayMove(show)) draft.edit(removeShow(changes, show))
  }
  /** Returns the key of the show after the change. */
  const save = (show: PreviewShow, values: ShowValues) => {
    const next = changeShow(changes, show, values)
    draft.edit(next)
    return isSameShow(next, show) ? show.key : keyOfAdd(toAdd(values))
  }
  /** Returns the key of the show at its new place. Undefined: the place is in the past. */
  const drop = (show: PreviewShow, place: GridPlace, isCopy: boolean) => {
    const startsAt = parseLocalTime(place.day, timeOfMinutes(place.start), timeZone)
    if (startsAt <= serverNow()) {
      notify('A start in the past is not possible.')
      return undefined
    }
    const { movieId, cutoffMinutes } = show
    const values = { movieId, cutoffMinutes, screenId: place.screenId, startsAt }
    if (!isCopy) return save(show, values)
    draft.edit(addShows(changes, [values]))
    return keyOfAdd(toAdd(values))
  }
  const copy = ({ adds, replaced }: Copy) => {
    if (adds.length + replaced.length === 0) {
      notify('There is nothing to copy.')
      return
    }
    draft.edit(addShows(removeShows(changes, replaced), adds))
    notify(`${countOf(adds.length, 'show')} copied.`)
  }
  return { remove, save, drop, copy }
}

/** Whether a show keeps its key: it is moved, or stays as it was. */
const isSameShow = (changes: readonly ProgrammeChange[], { existing }: PreviewShow) =>
  existing !== undefined &&
  changes.every((change) => change.type !== 'remove' || change.showtimeId !== existing._id)
