import type { Show } from '@marquee/contract/office/shows/shows'
import { formatDay } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import CalendarX from 'lucide-react/icons/calendar-x'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { memo } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { AttentionList } from '#features/today/attention-list.tsx'
import { ShowLink } from '#features/today/show-link.tsx'
import { type ShowState, showState } from '#features/today/show-state.ts'
import { layoutTimeline } from '#features/today/timeline.ts'
import { TimelineView } from '#features/today/timeline-view.tsx'
import { mayManageShows, maySeeShow, showPath, WELCOME_PATH } from '#lib/access.ts'
import { DateStepper } from '#lib/dates/date-stepper.tsx'
import { useScopes, useTimeZone } from '#lib/device.queries.ts'
import { timeOf } from '#lib/format.ts'
import { usePreferences } from '#lib/preferences.store.ts'
import { showsQuery } from '#lib/shows.queries.ts'
import { type Fact, Facts } from '#ui/facts.tsx'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { useShortcuts } from '#ui/use-shortcuts.ts'

const CLOCK_MS = 10_000
/** The keys 1 to 9 open the next shows. */
const KEY_COUNT = 9

/** The shows of a day by screen, live. */
export function TodayPage() {
  const [search, setSearch] = useSearchParams()
  const day = search.get('date') ?? undefined
  const timeZone = useTimeZone()
  const scopes = useScopes()
  const now = useNow(CLOCK_MS)
  const { data, error, refetch } = useQuery({
    ...showsQuery(day),
    placeholderData: keepPreviousData,
  })

  const navigate = useNavigate()
  const keyShows = maySeeShow(scopes) ? nextShows(data?.shows ?? [], now) : []
  const isEnabled = usePreferences(({ shortcuts }) => shortcuts)
  useShortcuts(
    Object.fromEntries(
      keyShows.map(({ _id }, index) => [String(index + 1), () => void navigate(showPath(_id))]),
    ),
    isEnabled,
  )

  if (data?.screens.length === 0 && mayManageShows(scopes))
    return <Navigate to={WELCOME_PATH} replace />

  const title = day ? formatDay(day) : 'Today'
  const picker = data && (
    <DateStepper
      step="day"
      value={day ?? data.date}
      isCurrent={day === undefined}
      onChange={(date) => setSearch(date ? { date } : {})}
    />
  )
  return (
    <Page title={title} tools={picker}>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={5} className="h-20" />}
      {data && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div className="grid items-start gap-4 md:grid-cols-2">
            {data.shows.length > 0 && <Totals shows={data.shows} />}
            <AttentionList shows={data.shows} cancelling={data.cancelling} />
          </div>
          {data.shows.length === 0 && !error && (
            <div className="panel">
              <EmptyState
                ornament={<CalendarX />}
                title="No shows on this day"
                text="The programme has no showtime for it."
              />
            </div>
          )}
          {data.shows.length > 0 && (
            <>
              <div className="max-lg:hidden">
                <TimelineView
                  timeline={layoutTimeline(data, now, timeZone)}
                  keyShows={isEnabled ? keyShows : []}
                  now={now}
                />
              </div>
              <div className="lg:hidden">
                <ShowList shows={data.shows} now={now} />
              </div>
            </>
          )}
        </div>
      )}
      <HowDoI
        answers={[
          ['see another day', 'Use the arrows beside the title, or choose a date.'],
          [
            'sell tickets',
            'Open the show, also by the number on it. Type the seats or how many, and press Enter.',
          ],
          [
            'know what to do next',
            'Needs attention lists it. Each line leads to the page that helps.',
          ],
        ]}
      />
    </Page>
  )
}

/** Those that a key opens, by start. */
const nextShows = (shows: Show[], now: number) =>
  shows
    .filter((show) => ['coming', 'running'].includes(showState(show, now)))
    .toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime))
    .slice(0, KEY_COUNT)

/** The day in numbers. Cancelled shows are counted apart. */
function Totals({ shows }: { shows: Show[] }) {
  const takingPlace = shows.filter(({ cancelled }) => cancelled === null)
  const sum = (count: (show: Show) => number) =>
    takingPlace.reduce((total, show) => total + count(show), 0)
  const cancelled = shows.length - takingPlace.length
  const sold = sum(({ seats }) => seats.sold)
  const capacity = sum(({ seats }) => seats.capacity)
  const facts: Fact[] = [
    ['Shows', takingPlace.length],
    ...(cancelled > 0 ? [['Cancelled', cancelled] satisfies Fact] : []),
    ['Seats sold', `${sold}/${capacity}`],
    ['Let in', String(sum(({ admitted }) => admitted))],
    ['Held now', String(sum(({ seats }) => seats.held))],
  ]
  const columns = cancelled > 0 ? 'xl:grid-cols-5' : 'xl:grid-cols-4'
  return <Facts facts={facts} className={`panel grid-cols-2 gap-x-6 p-4 ${columns}`} />
}

interface ShowListProps {
  shows: Show[]
  /** Epoch milliseconds. */
  now: number
}

/** The shows of narrow windows, by start. Those that are over come last. */
function ShowList({ shows, now }: ShowListProps) {
  const listed = shows
    .map((show) => ({ show, state: showState(show, now) }))
    .toSorted((one, other) => Number(one.state === 'over') - Number(other.state === 'over'))
  return (
    <ul className="grid gap-2">
      {listed.map(({ show, state }) => (
        <li key={show._id}>
          <ShowRow show={show} state={state} />
        </li>
      ))}
    </ul>
  )
}

const SHOW_STATE_NAMES = {
  coming: undefined,
  running: 'Running',
  over: 'Over',
  cancelled: undefined,
} as const

const QUIET: ShowState[] = ['over', 'cancelled']

/** Not drawn again while its show stays the same. */
const ShowRow = memo(function ShowRow({ show, state }: { show: Show; state: ShowState }) {
  const timeZone = useTimeZone()
  const { movie, screen, seats, admitted, startTime } = show
  return (
    <ShowLink
      show={show}
      className={`panel grid grid-cols-[5.25rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2.5 ${QUIET.includes(state) ? 'text-ash' : ''}`}
    >
      <time dateTime={startTime} className="font-semibold">
        {timeOf(startTime, timeZone)}
      </time>
      <span className="min-w-0">
        <span className="flex items-center gap-1.5 font-semibold">
          {show.attention.length > 0 && (
            <TriangleAlert aria-label="Needs attention" className="size-4 shrink-0 text-wait" />
          )}
          <span className={`truncate ${state === 'cancelled' ? 'line-through' : ''}`}>
            {movie.name}
          </span>
        </span>
        <span className="block truncate text-sm text-ash">
          {[screen.name, SHOW_STATE_NAMES[state]].filter(Boolean).join(' · ')}
        </span>
      </span>
      {state === 'cancelled' ? (
        <span className="font-semibold text-danger">Cancelled</span>
      ) : (
        <span className="tabular text-end leading-tight">
          {seats.sold}/{seats.capacity}
          <span className="block text-sm text-ash">{admitted} in</span>
        </span>
      )}
    </ShowLink>
  )
})
