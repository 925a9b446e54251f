import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { countOf } from '@marquee/contract/text/count'
import { formatIsoDate, MINUTE_MS, parseLocalTime } from '@marquee/contract/time'
import { serverNow, useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { buttonStyle } from '@marquee/ui-kit/ui/button-style.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import CalendarX from 'lucide-react/icons/calendar-x'
import Redo2 from 'lucide-react/icons/redo-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { DailyRules } from '#features/programme/daily-rules.tsx'
import { DayList } from '#features/programme/day-list.tsx'
import { AddShowsDialog } from '#features/programme/dialogs/add-shows-dialog.tsx'
import {
  type Copy,
  CopyDayDialog,
  CopyWeekDialog,
} from '#features/programme/dialogs/copy-dialog.tsx'
import { EditShowDialog } from '#features/programme/dialogs/edit-show-dialog.tsx'
import { type Draft, useDraft } from '#features/programme/draft/draft.queries.ts'
import { DraftBar } from '#features/programme/draft/draft-bar.tsx'
import {
  addShows,
  changeShow,
  isRestorable,
  removeShow,
  removeShows,
  restoreShow,
  type ShowValues,
  toAdd,
} from '#features/programme/draft/draft-edits.ts'
import { type Block, daysOf, keyOfAdd, previewChanges } from '#features/programme/draft/preview.ts'
import { SharedDraft } from '#features/programme/draft/shared-draft.tsx'
import { useUndoKeys } from '#features/programme/draft/use-undo-keys.ts'
import type { Cursor } from '#features/programme/grid/cursor.ts'
import { layoutGrid } from '#features/programme/grid/layout.ts'
import { type GridPlace, ProgrammeGrid } from '#features/programme/grid/programme-grid.tsx'
import { timeOfMinutes } from '#features/programme/starts.ts'
import { mondayOf, WeekPicker } from '#features/programme/week-picker.tsx'
import { filmsPath, programmePlanPath } from '#lib/access.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { type Programme, programmeQuery } from '#lib/programme.queries.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { useIsWide } from '#ui/use-is-wide.ts'

/** The programme of a week, and the changes of it that are not applied yet. */
export function ProgrammePage() {
  const timeZone = useTimeZone()
  const [search, setSearch] = useSearchParams()
  const today = formatIsoDate(useNow(MINUTE_MS), timeZone)
  const from = mondayOf(search.get('from') ?? today)
  const { data, error, refetch } = useQuery(programmeQuery(from))
  const draft = useDraft(data?.version)
  const sharedId = search.get('draft')
  useUndoKeys(draft.undo, draft.redo)

  const showWeek = (day: string | undefined) => setSearch(day ? { from: mondayOf(day) } : {})
  const isThisWeek = from === mondayOf(today)
  return (
    <Page
      title="Programme"
      tools={<WeekPicker from={from} isThisWeek={isThisWeek} onChange={showWeek} />}
    >
      {sharedId !== null && (
        <SharedDraft id={sharedId} draft={draft} onClose={() => showWeek(from)} />
      )}
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} className="h-72" />}
      {data && !draft.isPending && (
        <Week key={data.from} programme={data} today={today} draft={draft} onWeek={showWeek} />
      )}
      <DraftBar draft={draft} />
      <HowDoI
        answers={[
          [
            'add a show',
            'Click a free time, or press N. The draft collects your changes; visitors see none of them.',
          ],
          ['repeat a day or a week', 'Press Copy a day… or Copy the week….'],
          ['publish my changes', 'Press Show the plan, read what it does, and apply it.'],
        ]}
      />
    </Page>
  )
}

interface WeekProps {
  programme: Programme
  today: string
  draft: Draft
  onWeek: (day: string) => void
}

type OpenDialog =
  | { name: 'add'; place: GridPlace }
  | { name: 'edit'; block: Block }
  | { name: 'copyDay' | 'copyWeek' }

function Week({ programme, today, draft, onWeek }: WeekProps) {
  const timeZone = useTimeZone()
  const navigate = useNavigate()
  const isWide = useIsWide()
  const now = useNow(MINUTE_MS)
  const { screens, movies, from } = programme
  const { changes } = draft
  const [cursor, setCursor] = useState<Cursor>()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [lastMovieId, setLastMovieId] = useState('')
  const days = useMemo(() => daysOf(programme), [programme])
  const { blocks, rules } = useMemo(
    () => previewChanges(programme, changes, { now, timeZone }),
    [programme, changes, now, timeZone],
  )
  const layout = useMemo(() => layoutGrid(screens, blocks, timeZone), [screens, blocks, timeZone])
  const movieNames = useMemo(() => new Map(movies.map(({ _id, name }) => [_id, name])), [movies])
  const day = cursor && days.includes(cursor.day) ? cursor.day : firstDay(days, today)

  const close = () => setDialog(undefined)
  const mayMove = (block: Block) => {
    if (block.state === 'removed') notify('The draft removes this show.')
    else if (block.startsAt <= serverNow()) notify('The show has started.')
    else return true
    return false
  }
  const remove = (block: Block) => {
    if (mayMove(block)) draft.edit(removeShow(changes, block))
  }
  /** Returns the key of the show after the change. */
  const save = (block: Block, values: ShowValues) => {
    const next = changeShow(changes, block, values)
    draft.edit(next)
    return isSameShow(next, block) ? block.key : keyOfAdd(toAdd(values))
  }
  const drop = (block: Block, place: GridPlace, isCopy: boolean) => {
    const startsAt = parseLocalTime(place.day, timeOfMinutes(place.start), timeZone)
    if (startsAt <= serverNow()) {
      notify('A start in the past is not possible.')
      return undefined
    }
    const { movieId, cutoffMinutes } = block
    const values = { movieId, cutoffMinutes, screenId: place.screenId, startsAt }
    if (!isCopy) return save(block, values)
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

  if (screens.length === 0)
    return (
      <div className="panel">
        <EmptyState
          ornament={<CalendarX />}
          title="There are no screens yet"
          text="Add the halls first, then their shows."
        />
      </div>
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
        <Button
          variant="quiet"
          aria-label="Undo"
          title="Undo (Ctrl Z)"
          disabled={!draft.undo}
          onClick={draft.undo}
        >
          <Undo2 aria-hidden="true" className="size-5" />
        </Button>
        <Button
          variant="quiet"
          aria-label="Redo"
          title="Redo (Ctrl Shift Z)"
          disabled={!draft.redo}
          onClick={draft.redo}
        >
          <Redo2 aria-hidden="true" className="size-5" />
        </Button>
        <Link to={filmsPath} className={buttonStyle('quiet', 'sm:ms-auto')}>
          Films
        </Link>
      </div>
      {isWide ? (
        <ProgrammeGrid
          screens={screens}
          days={days}
          today={today}
          layout={layout}
          movieNames={movieNames}
          timeZone={timeZone}
          cursor={cursor ?? { screenId: screens[0]?._id ?? '', day, block: undefined }}
          onCursor={setCursor}
          onAdd={(place) => setDialog({ name: 'add', place })}
          onOpen={(block) => setDialog({ name: 'edit', block })}
          onRemove={remove}
          mayMove={mayMove}
          onDrop={drop}
        />
      ) : (
        <DayList
          screens={screens}
          days={days}
          day={day}
          today={today}
          layout={layout}
          movieNames={movieNames}
          timeZone={timeZone}
          onDay={(next) => setCursor({ screenId: '', day: next, block: undefined })}
          onAdd={(place) => setDialog({ name: 'add', place })}
          onOpen={(block) => setDialog({ name: 'edit', block })}
        />
      )}
      <DailyRules
        programme={programme}
        rules={rules}
        today={today}
        onChange={(change) => draft.edit([...changes, change])}
      />
      {dialog?.name === 'add' && (
        <AddShowsDialog
          programme={programme}
          days={days}
          today={today}
          place={dialog.place}
          movieId={lastMovieId}
          onAdd={(shows) => {
            setLastMovieId(shows[0]?.movieId ?? '')
            draft.edit(addShows(changes, shows))
          }}
          onAddDaily={(added) => draft.edit([...changes, ...added])}
          onClose={close}
        />
      )}
      {dialog?.name === 'edit' && (
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
            const key = save(dialog.block, values)
            setCursor({ screenId, day: formatIsoDate(values.startsAt, timeZone), block: key })
          }}
          onShowPlan={() => void navigate(programmePlanPath)}
          onRemove={() => remove(dialog.block)}
          onClose={close}
        />
      )}
      {dialog?.name === 'copyDay' && (
        <CopyDayDialog
          days={days}
          today={today}
          day={day}
          blocks={blocks}
          onCopy={copy}
          onClose={close}
        />
      )}
      {dialog?.name === 'copyWeek' && (
        <CopyWeekDialog
          from={from}
          blocks={blocks}
          draft={draft}
          onCopy={(copied, to) => {
            copy(copied)
            onWeek(to)
          }}
          onClose={close}
        />
      )}
    </>
  )
}

const firstDay = (days: readonly string[], today: string) =>
  days.includes(today) ? today : (days[0] ?? today)

/** Whether a show keeps its key: it is moved, or stays as it was. */
const isSameShow = (changes: readonly ProgrammeChange[], { show }: Block) =>
  show !== undefined &&
  changes.every((change) => change.type !== 'remove' || change.showtimeId !== show._id)
