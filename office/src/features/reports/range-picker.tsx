import type { DateRange } from '@marquee/contract/office/reports/date-range'
import { formatDate } from '@marquee/contract/time'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { presetsOf } from './ranges.ts'

interface Props {
  range: DateRange
  /** The business day that goes on. */
  today: string
  onChange: (range: DateRange) => void
}

/** The days of a report: one of some usual ranges, or any first and last day. */
export function RangePicker({ range, today, onChange }: Props) {
  return (
    <div className="flex flex-wrap items-end gap-3 print:hidden">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="field-label mb-1">Days</legend>
        {presetsOf(today).map(([name, preset]) => (
          <button
            key={name}
            type="button"
            aria-pressed={preset.from === range.from && preset.to === range.to}
            className="button button-secondary px-3 aria-pressed:bg-ivory aria-pressed:text-velvet"
            onClick={() => onChange(preset)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <DateField
          label="From"
          type="date"
          format={formatDate}
          className="w-44"
          value={range.from}
          max={range.to}
          onChange={({ target: { value } }) =>
            value && onChange({ from: value, to: value > range.to ? value : range.to })
          }
        />
        <DateField
          label="To"
          type="date"
          format={formatDate}
          className="w-44"
          value={range.to}
          min={range.from}
          onChange={({ target: { value } }) =>
            value && onChange({ from: value < range.from ? value : range.from, to: value })
          }
        />
      </div>
    </div>
  )
}
