import type { Show } from '@marquee/contract/office/shows'
import { useId } from 'react'
import { useTimeZone } from './device.queries.ts'
import { timeOf } from './format.ts'

interface Props {
  shows: Show[]
  value: string
  onChange: (showtimeId: string) => void
}

/** Chooses one show of today. */
export function ShowPicker({ shows, value, onChange }: Props) {
  const timeZone = useTimeZone()
  const id = useId()
  return (
    <div className="w-full max-w-xl">
      <label htmlFor={id} className="sr-only">
        Show
      </label>
      <select
        id={id}
        value={value}
        className="input font-semibold"
        onChange={({ target }) => onChange(target.value)}
      >
        {shows.map(({ _id, startTime, movie, screen }) => (
          <option key={_id} value={_id}>
            {timeOf(startTime, timeZone)} · {movie.name} · {screen.name}
          </option>
        ))}
      </select>
    </div>
  )
}
