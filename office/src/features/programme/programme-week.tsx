import { MINUTE_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { buttonStyle } from '@marquee/ui-kit/ui/button-style.ts'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import CalendarX from 'lucide-react/icons/calendar-x'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { WeekDialog } from '#features/programme/dialogs/week-dialogs.tsx'
import type { EditedDraft } from '#features/programme/draft/draft.queries.ts'
import { previewChanges } from '#features/programme/draft/preview.ts'
import type { Cursor } from '#features/programme/grid/cursor.ts'
import { layoutGrid } from '#features/programme/grid/layout.ts'
import { ProgrammeGrid } from '#features/programme/grid/programme-grid.tsx'
import { NEW_HALL_PATH, programmeMoviesPath, programmeNewMoviePath } from '#lib/access.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { daysOf, type WeekProgramme } from '#lib/programme.queries.ts'
import { UndoButtons } from '#ui/undo-buttons.tsx'
import { useIsWide } from '#ui/use-is-wide.ts'
import { DailyRules } from './daily-rules.tsx'
import { DayList } from './day-list.tsx'
import { mayMove, useShowEdits } from './use-show-edits.ts'

// The code of dialogs is not needed at the start.
const WeekDialogs = lazy(async () => ({
  default: (await import('#features/programme/dialogs/week-dialogs.tsx')).WeekDialogs,
}))

interface Props {
  programme: WeekProgramme
  /** `2026-12-01` */
  today: string
  draft: EditedDraft
  onWeek: (day: string) => void
}

/** The programme of a week as the draft would make it, with what changes it. */
export function ProgrammeWeek({ programme, today, draft, onWeek }: Props) {
  const timeZone = useTimeZone()
  const isWide = useIsWide()
  const now = useNow(MINUTE_MS)
  const { screens, movies } = programme
  const { changes } = draft
  const [cursor, setCursor] = useState<Cursor>()
  const [dialog, setDialog] = useState<WeekDialog>()
  const [lastMovieId, setLastMovieId] = useState('')
  const days = useMemo(() => daysOf(programme), [programme])
  const { shows, rules } = useMemo(
    () => previewChanges(programme, changes, { now, timeZone }),
    [programme, changes, now, timeZone],
  )
  const layout = useMemo(() => layoutGrid(screens, shows, timeZone), [screens, shows, timeZone])
  const movieNames = useMemo(() => new Map(movies.map(({ _id, name }) => [_id, name])), [movies])
  const day = cursor && days.includes(cursor.day) ? cursor.day : firstDay(days, today)

  const shown = { screens, days, today, layout, movieNames, timeZone }
  const edits = useShowEdits(draft)

  if (screens.length === 0)
    return (
      <NothingToShow
        title="There are no halls yet"
        text="Add a hall and a movie first, then the shows."
        link={[NEW_HALL_PATH, 'Add a hall']}
      />
    )
  if (movies.length === 0)
    return (
      <NothingToShow
        title="There are no movies yet"
        text="Add a movie first, then its shows."
        link={[programmeNewMoviePath, 'Add a movie']}
      />
    )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button
          onClick={() =>
            setDialog({ name: 'add', place: { screenId: screens[0]?._id ?? '', day, start: 600 } })
          }
        >
          Add a show
        </Button>
        <Button variant="secondary" onClick={() => setDialog({ name: 'copyDay' })}>
          Copy a day…
        </Button>
        <Button variant="secondary" onClick={() => setDialog({ name: 'copyWeek' })}>
          Copy the week…
        </Button>
        <UndoButtons undo={draft.undo} redo={draft.redo} />
        <Link to={programmeMoviesPath} className={buttonStyle('quiet', 'sm:ms-auto')}>
          Movies
        </Link>
      </div>
      {isWide ? (
        <ProgrammeGrid
          {...shown}
          cursor={cursor ?? { screenId: screens[0]?._id ?? '', day, showKey: undefined }}
          onCursor={setCursor}
          onAdd={(place) => setDialog({ name: 'add', place })}
          onOpen={(show) => setDialog({ name: 'edit', show })}
          onRemove={edits.remove}
          mayMove={mayMove}
          onDrop={edits.drop}
        />
      ) : (
        <DayList
          {...shown}
          day={day}
          onDay={(next) => setCursor({ screenId: '', day: next, showKey: undefined })}
          onAdd={(place) => setDialog({ name: 'add', place })}
          onOpen={(show) => setDialog({ name: 'edit', show })}
        />
      )}
      <DailyRules
        programme={programme}
        rules={rules}
        today={today}
        onChange={(change) => draft.edit([...changes, change])}
      />
      {dialog && (
        <Suspense>
          <WeekDialogs
            programme={programme}
            days={days}
            today={today}
            day={day}
            shows={shows}
            draft={draft}
            dialog={dialog}
            lastMovieId={lastMovieId}
            onMovie={setLastMovieId}
            onCursor={setCursor}
            onWeek={onWeek}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

const firstDay = (days: readonly string[], today: string) =>
  days.includes(today) ? today : (days[0] ?? today)

interface NothingToShowProps {
  title: string
  text: string
  link: readonly [path: string, name: string]
}

/** Says what is missing before a show can be added, and leads there. */
const NothingToShow = ({ title, text, link: [path, name] }: NothingToShowProps) => (
  <div className="panel">
    <EmptyState
      ornament={<CalendarX />}
      title={title}
      text={text}
      actions={
        <Link to={path} className={buttonStyle()}>
          {name}
        </Link>
      }
    />
  </div>
)
