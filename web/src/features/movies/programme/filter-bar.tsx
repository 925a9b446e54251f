import { useState } from 'react'
import { FILTERS, type Filter, type FilterValues } from './filters.ts'

const LABELS: Record<Filter, string> = {
  language: 'Language',
  time: 'Time of day',
  genre: 'Genre',
  seats: 'Seats free',
}
/** Phones show the others on demand. */
const MAIN_FILTERS: readonly Filter[] = ['language', 'time']

interface Props {
  options: Record<Filter, string[]>
  values: FilterValues
  onChange: (filter: Filter, value: string) => void
}

/** One row of choices for each filter that has more than one. Choosing the same again removes the filter. */
export function FilterBar({ options, values, onChange }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const isShown = (filter: Filter) => showsAll || MAIN_FILTERS.includes(filter) || values[filter]

  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-3 lg:grid-cols-2">
      {FILTERS.filter((filter) => options[filter].length > 1 || values[filter]).map((filter) => (
        <fieldset
          key={filter}
          className={`min-w-0 items-center gap-3 sm:flex ${isShown(filter) ? '' : 'max-sm:hidden'}`}
        >
          <legend className="eyebrow float-start shrink-0 max-sm:sr-only sm:w-32">
            {LABELS[filter]}
          </legend>
          <div className="scroll-strip flex min-w-0 gap-2">
            {listChoices(options[filter], values[filter]).map((value) => (
              <button
                key={value}
                type="button"
                aria-pressed={value === values[filter]}
                onClick={() => onChange(filter, value === values[filter] ? '' : value)}
                className="choice"
              >
                {value}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
      <button
        type="button"
        aria-expanded={showsAll}
        onClick={() => setShowsAll(!showsAll)}
        className="min-h-11 justify-self-start text-sm text-brass underline underline-offset-4 sm:hidden"
      >
        {showsAll ? 'Fewer filters' : 'More filters'}
      </button>
    </div>
  )
}

/** A link can have a value that no showtime of the day has. */
const listChoices = (options: string[], value: string) =>
  value && !options.includes(value) ? [...options, value] : options
