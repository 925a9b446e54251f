import { addDays, formatDate } from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateInput } from '@marquee/ui-kit/ui/date-field.tsx'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'

const STEPS = {
  day: { days: 1, label: 'Day', current: 'Today' },
  week: { days: 7, label: 'Week from', current: 'This week' },
}

interface Props {
  step: keyof typeof STEPS
  /** The shown day, or the first day of the shown week: `2026-11-30`. */
  value: string
  isCurrent: boolean
  /** Any day of the next choice. Undefined: the current day or week. */
  onChange: (day: string | undefined) => void
}

/** Chooses another day or week: the previous, the next, any. */
export function DateStepper({ step, value, isCurrent, onChange }: Props) {
  const { days, label, current } = STEPS[step]
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button
        variant="quiet"
        aria-label={`Previous ${step}`}
        onClick={() => onChange(addDays(value, -days))}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Button>
      <DateInput
        type="date"
        format={formatDate}
        aria-label={label}
        value={value}
        className="w-48"
        onChange={({ target }) => onChange(target.value || undefined)}
      />
      <Button
        variant="quiet"
        aria-label={`Next ${step}`}
        onClick={() => onChange(addDays(value, days))}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
      {!isCurrent && (
        <Button variant="quiet" onClick={() => onChange(undefined)}>
          {current}
        </Button>
      )}
    </div>
  )
}
