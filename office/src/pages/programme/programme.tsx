import { formatIsoDate, MINUTE_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useDraft } from '#features/programme/draft/draft.queries.ts'
import { DraftBar } from '#features/programme/draft/draft-bar.tsx'
import { SharedDraft } from '#features/programme/draft/shared-draft.tsx'
import { ProgrammeWeek } from '#features/programme/programme-week.tsx'
import { DateStepper } from '#lib/dates/date-stepper.tsx'
import { useTimeZone } from '#lib/device.queries.ts'
import { programmeQuery } from '#lib/programme.queries.ts'
import { mondayOf, weekOf } from '#lib/week.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

/** The programme of a week, and the changes of it that are not applied yet. */
export function ProgrammePage() {
  const timeZone = useTimeZone()
  const [search, setSearch] = useSearchParams()
  const now = useNow(MINUTE_MS)
  const today = formatIsoDate(now, timeZone)
  const from = weekOf(search, { now, timeZone })
  const { data, error, refetch } = useQuery(programmeQuery(from))
  const draft = useDraft(data?.version)
  const sharedId = search.get('draft')

  const showWeek = (day: string | undefined) => setSearch(day ? { from: mondayOf(day) } : {})
  const isThisWeek = from === mondayOf(today)
  return (
    <Page
      title="Programme"
      tools={<DateStepper step="week" value={from} isCurrent={isThisWeek} onChange={showWeek} />}
    >
      {sharedId !== null && (
        <SharedDraft id={sharedId} draft={draft} onClose={() => showWeek(from)} />
      )}
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} className="h-72" />}
      {data && !draft.isPending && (
        <ProgrammeWeek
          key={data.from}
          programme={data}
          today={today}
          draft={draft}
          onWeek={showWeek}
        />
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
