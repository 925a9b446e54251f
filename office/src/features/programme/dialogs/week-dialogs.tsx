import { formatIsoDate } from '@marquee/contract/time'
import { useNavigate } from 'react-router'
import { programmePlanPath } from '#lib/access.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import type { WeekProgramme } from '#lib/programme.queries.ts'
import type { Block } from '../draft/block.ts'
import type { EditedDraft } from '../draft/draft.queries.ts'
import { addShows, isRestorable, restoreShow } from '../draft/draft-edits.ts'
import type { Cursor } from '../grid/cursor.ts'
import type { GridPlace } from '../grid/drag.ts'
import { useShowEdits } from '../use-show-edits.ts'
import { AddShowsDialog } from './add-shows-dialog.tsx'
import { CopyDayDialog, CopyWeekDialog } from './copy-dialog.tsx'
import { EditShowDialog } from './edit-show-dialog.tsx'

export type WeekDialog =
  | { name: 'add'; place: GridPlace }
  | { name: 'edit'; block: Block }
  | { name: 'copyDay' | 'copyWeek' }

interface Props {
  programme: WeekProgramme
  days: readonly string[]
  today: string
  /** The day that staff looks at: `2026-12-01`. */
  day: string
  blocks: readonly Block[]
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
  const { programme, days, today, day, blocks, draft, dialog, onCursor, onWeek, onClose } = props
  const timeZone = useTimeZone()
  const navigate = useNavigate()
  const edits = useShowEdits(draft)
  const { changes } = draft
  return (
    <>
      {dialog.name === 'add' && (
        <AddShowsDialog
          programme={programme}
          days={days}
          today={today}
          place={dialog.place}
          movieId={props.lastMovieId}
          onAdd={(shows) => {
            props.onMovie(shows[0]?.movieId ?? '')
            draft.edit(addShows(changes, shows))
          }}
          onAddDaily={(added) => draft.edit([...changes, ...added])}
          onClose={onClose}
        />
      )}
      {dialog.name === 'edit' && (
        <EditShowDialog
          programme={programme}
          block={dialog.block}
          onRestore={
            isRestorable(changes, dialog.block)
              ? () => draft.edit(restoreShow(changes, dialog.block))
              : undefined
          }
          onSave={(values) => {
            const { screenId } = values
            const key = edits.save(dialog.block, values)
            onCursor({ screenId, day: formatIsoDate(values.startsAt, timeZone), block: key })
          }}
          onShowPlan={() => void navigate(programmePlanPath)}
          onRemove={() => edits.remove(dialog.block)}
          onClose={onClose}
        />
      )}
      {dialog.name === 'copyDay' && (
        <CopyDayDialog
          days={days}
          today={today}
          day={day}
          blocks={blocks}
          onCopy={edits.copy}
          onClose={onClose}
        />
      )}
      {dialog.name === 'copyWeek' && (
        <CopyWeekDialog
          from={programme.from}
          blocks={blocks}
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
