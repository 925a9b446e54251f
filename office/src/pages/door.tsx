import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import CalendarX from 'lucide-react/icons/calendar-x'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { useSearchParams } from 'react-router'
import { doorShowsQuery } from '#features/door/door.queries.ts'
import { DoorView } from '#features/door/door-view.tsx'
import { currentShow } from '#lib/current-show.ts'
import { usePreferences } from '#lib/preferences.store.ts'
import { ShowPicker } from '#lib/show-picker.tsx'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

/** Lets people in: made for a phone in one hand, with and without a network. */
export function DoorPage() {
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch } = useQuery(doorShowsQuery)
  const hasSound = usePreferences(({ sound }) => sound)
  const showtimeId = search.get('show') ?? currentShow(data?.shows ?? [], serverNow())?._id
  const SoundIcon = hasSound ? Volume2 : VolumeX

  return (
    <Page
      title="Door"
      heading={<h1 className="sr-only">Door</h1>}
      tools={
        data &&
        showtimeId && (
          <div className="mx-auto flex w-full max-w-xl gap-1">
            <ShowPicker
              shows={data.shows}
              today={data.date}
              value={showtimeId}
              onChange={(show) => setSearch({ show })}
            />
            <Button
              variant="quiet"
              aria-label={hasSound ? 'Sound off' : 'Sound on'}
              onClick={() => usePreferences.setState({ sound: !hasSound })}
            >
              <SoundIcon aria-hidden="true" className="size-5" />
            </Button>
          </div>
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} className="h-40" />}
      {data && !showtimeId && (
        <div className="panel">
          <EmptyState ornament={<CalendarX />} title="No shows today" />
        </div>
      )}
      {data && showtimeId && (
        <DoorView key={showtimeId} showtimeId={showtimeId} shows={data.shows} />
      )}
      <HowDoI
        answers={[
          [
            'let in a part of a party',
            'Choose how many under Fewer have come. Scan the ticket again for the others.',
          ],
          ['take back a mistake', 'Press Undo within a minute, on the same device.'],
          [
            'go on without a network',
            'Go on as before. The door knows the tickets, and sends its scans later.',
          ],
        ]}
      />
    </Page>
  )
}
