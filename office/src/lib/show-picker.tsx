import type { Show } from '@marquee/contract/office/shows/shows'
import { Select } from '@marquee/ui-kit/ui/field.tsx'
import { useTimeZone } from './device.queries.ts'
import { shortDateTimeOf } from './format.ts'

interface Props {
  shows: Show[]
  /** The day of the cinema (`2026-12-01`). */
  today: string
  value: string
  onChange: (showtimeId: string) => void
}

/** Chooses one show. A show that starts on another day of the calendar is named with its day. */
export function ShowPicker({ shows, today, value, onChange }: Props) {
  const timeZone = useTimeZone()
  return (
    <Select
      aria-label="Show"
      value={value}
      className="w-full max-w-xl font-semibold"
      onChange={({ target }) => onChange(target.value)}
    >
      {shows.map(({ _id, startTime, movie, screen }) => (
        <option key={_id} value={_id}>
          {shortDateTimeOf(startTime, timeZone, today)} · {movie.name} · {screen.name}
        </option>
      ))}
    </Select>
  )
}
