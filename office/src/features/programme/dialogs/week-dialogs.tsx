import { formatIsoDate } from '@marquee/contract/time'
import { useNavigate } from 'react-router'
import type { EditedDraft } from '#features/programme/draft/draft.queries.ts'
import {
  addShows,
  isRestorable,
  restoreShow,
  type ShowValues,
  toAdd,
} from '#features/programme/draft/draft-edits.ts'
import { keyOfAdd, type PreviewShow } from '#features/programme/draft/preview-show.ts'
import type { Cursor } from '#features/programme/grid/cursor.ts'
import type { GridPlace } from '#features/programme/grid/drag.ts'
import { useShowEdits } from '#features/programme/use-show-edits.ts'
import { programmePlanPath } from '#lib/access.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import type { WeekProgramme } from '#lib/programme.queries.ts'
import { AddShowsDialog } from './add-shows-dialog.tsx'
import { CopyDayDialog, CopyWeekDialog } from './copy-dialog.tsx'
import { EditShowDialog } from './edit-show-dialog.tsx'

export type WeekDialog =
  | { name: 'add'; place: GridPlace }
  | { name: 'edit'; show: PreviewShow }
  | { name: 'copyDay' | 'copyWeek' }

interface Props {
  programme: WeekProgramme
  days: readonly string[]
  today: string
  /** The day that staff looks at: `2026-12-01`. */
  day: string
  shows: readonly PreviewShow[]
  draft: EditedDraft
  dialog: WeekDialog
  /** The movie that was added last. */
  lastMovieId: string
  onMovie: (movieId: string) => void
  onCursor: (cursor: Cursor) => void
  onWeek: (day: string) => void
  onClose: () => void
}

/** The open dialog that changes the programme of a week. */
export function WeekDialogs(props: Props) {
  const { programme, days, today, day, shows, draft, dialog, onCursor, onWeek, onClose } = props
  const timeZone = useTimeZone()
  const navigate = useNavigate()
  const edits = useShowEdits(draft)
  const { changes } = draft
  /** The focus goes to the cursor when the dialog closes. */
  const moveCursorTo = ({ screenId, startsAt }: ShowValues, showKey: string) =>
    onCursor({ screenId, day: formatIsoDate(startsAt, timeZone), showKey })
  return (
    <>
      {dialog.name === 'add' && (
        <AddShowsDialog
          programme={programme}
          days={days}
          today={today}
          place={dialog.place}
          movieId={props.lastMovieId}
          onAdd={(added) => {
            props.onMovie(added[0]?.movieId ?? '')
            draft.edit(addShows(changes, added))
            if (added[0]) moveCursorTo(added[0], keyOfAdd(toAdd(added[0])))
          }}
          onAddDaily={(added) => draft.edit([...changes, ...added])}
          onClose={onClose}
        />
      )}
      {dialog.name === 'edit' && (
        <EditShowDialog
          programme={programme}
          show={dialog.show}
          onRestore={
            isRestorable(changes, dialog.show)
              ? () => draft.edit(restoreShow(changes, dialog.show))
              : undefined
          }
          onSave={(values) => {
            moveCursorTo(values, edits.save(dialog.show, values))
          }}
          onShowPlan={() => void navigate(programmePlanPath)}
          onRemove={() => edits.remove(dialog.show)}
          onClose={onClose}
        />
      )}
      {dialog.name === 'copyDay' && (
        <CopyDayDialog
          days={days}
          today={today}
          day={day}
          shows={shows}
          onCopy={edits.copy}
          onClose={onClose}
        />
      )}
      {dialog.name === 'copyWeek' && (
        <CopyWeekDialog
          from={programme.from}
          shows={shows}
          draft={draft}
          onCopy={(copied, to) => {
            edits.copy(copied)
            onWeek(to)
          }}
          onClose={onClose}
        />
      )}
    </>
  )
}
