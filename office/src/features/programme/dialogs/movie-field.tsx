import { SelectField } from '@marquee/ui-kit/ui/field.tsx'
import type { ComponentProps } from 'react'
import type { Programme } from '#lib/programme.queries.ts'

interface Props extends Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> {
  movies: Programme['movies']
}

/** Chooses a movie. */
export const MovieField = ({ movies, ...field }: Props) => (
  <SelectField label="Movie" {...field}>
    <option value="">Choose a movie</option>
    {movies.map(({ _id, name, duration }) => (
      <option key={_id} value={_id}>
        {name} · {duration} min
      </option>
    ))}
  </SelectField>
)
