import { formatDate } from '@marquee/contract/time'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { DayCloseView } from '#features/reports/day-close-view.tsx'
import { useDayClose } from '#features/reports/reports.queries.ts'
import { mayManageShows } from '#lib/access.ts'
import { useScopes } from '#lib/device.queries.ts'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

interface Props {
  /** Undefined: the business day that goes on. */
  date: string | undefined
  onDate: (date: string) => void
}

/** The cash of a business day. */
export function DayClosePart({ date, onDate }: Props) {
  const mayClose = mayManageShows(useScopes())
  const { data, error, refetch } = useDayClose(date)
  return (
    <div className="report grid gap-4">
      <DateField
        label="Day"
        type="date"
        format={formatDate}
        className="w-44 print:hidden"
        value={date ?? data?.date ?? ''}
        onChange={({ target }) => target.value && onDate(target.value)}
      />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} />}
      {data && <DayCloseView key={data.date} day={data} mayClose={mayClose} />}
    </div>
  )
}
