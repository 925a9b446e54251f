import { addDays, formatDate } from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateInput } from '@marquee/ui-kit/ui/date-field.tsx'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'

interface Props {
  /** The shown day: 2026-12-01. */
  date: string
  isToday: boolean
  /** Undefined: today. */
  onChange: (date: string | undefined) => void
}

/** Other days: the previous, the next, any. */
export function DayPicker({ date, isToday, onChange }: Props) {
  const move = (days: number) => onChange(addDays(date, days))
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button variant="quiet" aria-label="Previous day" onClick={() => move(-1)}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      <DateInput
        type="date"
        format={formatDate}
        aria-label="Day"
        value={date}
        className="w-48"
        onChange={({ target }) => onChange(target.value || undefined)}
      />
      <Button variant="quiet" aria-label="Next day" onClick={() => move(1)}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
      {!isToday && (
        <Button variant="quiet" onClick={() => onChange(undefined)}>
          Today
        </Button>
      )}
    </div>
  )
}
