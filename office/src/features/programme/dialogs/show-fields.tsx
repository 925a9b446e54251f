import { Field, SelectField } from '@marquee/ui-kit/ui/field.tsx'
import type { ComponentProps } from 'react'
import type { WeekProgramme } from '#lib/programme.queries.ts'

type SelectProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>

/** For `register`: a show has a movie. */
export const MOVIE_REQUIRED = { required: 'Please choose a movie.' }

export const MovieField = ({ movies, ...field }: SelectProps & Pick<WeekProgramme, 'movies'>) => (
  <SelectField label="Movie" {...field}>
    <option value="">Choose a movie</option>
    {movies.map(({ _id, name, duration }) => (
      <option key={_id} value={_id}>
        {name} · {duration} min
      </option>
    ))}
  </SelectField>
)

export const ScreenField = ({
  screens,
  ...field
}: SelectProps & Pick<WeekProgramme, 'screens'>) => (
  <SelectField label="Screen" {...field}>
    {screens.map(({ _id, name }) => (
      <option key={_id} value={_id}>
        {name}
      </option>
    ))}
  </SelectField>
)

/** For `register`: the value is a number of minutes. */
export const CUTOFF_NUMBER = {
  valueAsNumber: true,
  validate: (minutes: number) => minutes >= 0 || 'Type the minutes, 0 or more.',
} as const

export const CutoffField = (field: Omit<ComponentProps<typeof Field>, 'label'>) => (
  <Field label="Booking ends, minutes before" type="number" min={0} {...field} />
)
