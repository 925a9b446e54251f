import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import CalendarX from 'lucide-react/icons/calendar-x'
import { useSearchParams } from 'react-router'
import { valetShowsQuery } from '#features/valet/valet.queries.ts'
import { VehicleList } from '#features/valet/vehicle-list.tsx'
import { currentShow } from '#lib/current-show.ts'
import { ShowPicker } from '#lib/show-picker.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

/** The valet's post: who has arrived, and who waits for a vehicle. */
export function ValetPage() {
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch } = useQuery(valetShowsQuery)
  const showtimeId = search.get('show') ?? currentShow(data?.shows ?? [], serverNow())?._id

  return (
    <Page
      title="Valet"
      tools={
        data &&
        showtimeId && (
          <ShowPicker
            shows={data.shows}
            today={data.date}
            value={showtimeId}
            onChange={(show) => setSearch({ show })}
          />
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && !showtimeId && (
        <div className="panel">
          <EmptyState ornament={<CalendarX />} title="No shows today" />
        </div>
      )}
      {showtimeId && <VehicleList key={showtimeId} showtimeId={showtimeId} />}
    </Page>
  )
}
