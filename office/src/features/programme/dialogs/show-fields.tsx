import { Field, SelectField } from '@marquee/ui-kit/ui/field.tsx'
import type { ReactNode } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import type { WeekProgramme } from '#lib/programme.queries.ts'

interface ShowFieldValues {
  movieId: string
  screenId: string
  cutoffMinutes: number
}

interface Props {
  programme: WeekProgramme
  register: UseFormRegister<ShowFieldValues>
  errors: FieldErrors<ShowFieldValues>
  autoFocus?: boolean
  /** Fields beside the screen. */
  children?: ReactNode
}

/** The movie, the screen and the end of booking of a show or a daily showtime. */
export function ShowFields({ programme, register, errors, autoFocus = false, children }: Props) {
  return (
    <>
      <SelectField
        label="Movie"
        autoFocus={autoFocus}
        error={errors.movieId?.message}
        {...register('movieId', { required: 'Please choose a movie.' })}
      >
        <option value="">Choose a movie</option>
        {programme.movies.map(({ _id, name, duration }) => (
          <option key={_id} value={_id}>
            {name} · {duration} min
          </option>
        ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Screen" {...register('screenId')}>
          {programme.screens.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Field
          label="Booking ends, minutes before"
          type="number"
          min={0}
          error={errors.cutoffMinutes?.message}
          {...register('cutoffMinutes', {
            valueAsNumber: true,
            validate: (minutes) => minutes >= 0 || 'Type the minutes, 0 or more.',
          })}
        />
        {children}
      </div>
    </>
  )
}
