import { addDays, formatDate } from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateInput } from '@marquee/ui-kit/ui/date-field.tsx'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { DAYS_PER_WEEK } from '#lib/programme.queries.ts'

interface Props {
  /** The first day of the shown week: 2026-11-30. */
  from: string
  isThisWeek: boolean
  /** Any day of another week. Undefined: the current one. */
  onChange: (day: string | undefined) => void
}

/** Other weeks: the previous, the next, that of any day. */
export function WeekPicker({ from, isThisWeek, onChange }: Props) {
  const move = (weeks: number) => onChange(addDays(from, weeks * DAYS_PER_WEEK))
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button variant="quiet" aria-label="Previous week" onClick={() => move(-1)}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      <DateInput
        type="date"
        format={formatDate}
        aria-label="Week from"
        value={from}
        className="w-48"
        onChange={({ target }) => onChange(target.value || undefined)}
      />
      <Button variant="quiet" aria-label="Next week" onClick={() => move(1)}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
      {!isThisWeek && (
        <Button variant="quiet" onClick={() => onChange(undefined)}>
          This week
        </Button>
      )}
    </div>
  )
}

/** The Monday of the week of a day: `2026-11-30`. */
export function mondayOf(day: string) {
  const weekday = new Date(`${day}T12:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % DAYS_PER_WEEK))
}
