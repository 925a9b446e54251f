import { Select } from '@marquee/ui-kit/ui/field.tsx'
import { FILTERS, type Filter, type FilterValues } from './filters.ts'

const LABELS: Record<Filter, string> = {
  language: 'Language',
  time: 'Time',
  genre: 'Genre',
  seats: 'Seats',
}

interface Props {
  options: Record<Filter, string[]>
  values: FilterValues
  onChange: (filter: Filter, value: string) => void
}

/** One row of menus: those that divide the showtimes of the day, and those that are set. */
export function FilterBar({ options, values, onChange }: Props) {
  const shown = FILTERS.filter((filter) => options[filter].length > 0 || values[filter])
  if (shown.length === 0) return null
  return (
    <div className="-mx-1 flex gap-2 overflow-x-auto p-1 max-sm:justify-between">
      {shown.map((filter) => (
        <Select
          key={filter}
          aria-label={LABELS[filter]}
          value={values[filter]}
          onChange={({ target }) => onChange(filter, target.value)}
          className={`shrink-0 text-sm [&>select]:max-w-48 [&>select]:field-sizing-content [&>select]:border-brass/35 [&>select]:ps-2.5 [&>select]:pe-7 after:end-2.5! ${values[filter] ? 'text-brass-bright' : ''}`}
        >
          <option value="">{LABELS[filter]}</option>
          {listChoices(options[filter], values[filter]).map((value) => (
            <option key={value}>{value}</option>
          ))}
        </Select>
      ))}
    </div>
  )
}

/** A link can have a value that no showtime of the day has. */
const listChoices = (options: string[], value: string) =>
  value && !options.includes(value) ? [...options, value] : options
