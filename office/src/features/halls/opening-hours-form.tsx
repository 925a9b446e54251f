import type { OpeningHours } from '@marquee/contract/office/programme/opening-times'
import { formatTime } from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useForm } from 'react-hook-form'
import { useChangeOpeningHours } from './halls.queries.ts'

const INCOMPLETE = 'Choose both times, or leave both empty.'

/** When shows may begin and end, in all halls. Two empty times: always. */
export function OpeningHoursForm({ hours }: { hours: OpeningHours | null }) {
  const { register, handleSubmit, formState, reset, watch } = useForm({
    defaultValues: hours ?? { opens: '', closes: '' },
  })
  const [opens, closes] = watch(['opens', 'closes'])
  const change = useChangeOpeningHours()
  const isComplete = (end: string, { opens: start }: OpeningHours) =>
    (start === '') === (end === '') || INCOMPLETE
  const save = handleSubmit((given) =>
    change.mutate(given.opens === '' ? null : given, { onSuccess: () => reset(given) }),
  )
  return (
    <section aria-labelledby="opening-hours" className="panel mt-4 grid gap-3 p-4">
      <h2 id="opening-hours" className="font-semibold">
        Opening hours
      </h2>
      <form noValidate onSubmit={save} className="flex flex-wrap items-start gap-3">
        <DateField
          label="Opens"
          type="time"
          format={formatTime}
          empty="Any time"
          className="w-40"
          {...register('opens')}
          value={opens}
        />
        <DateField
          label="Closes"
          type="time"
          format={formatTime}
          empty="Any time"
          className="w-40"
          error={formState.errors.closes?.message}
          {...register('closes', { validate: isComplete })}
          value={closes}
        />
        <Button
          type="submit"
          variant="secondary"
          className="mt-6"
          disabled={!formState.isDirty}
          busy={change.isPending}
        >
          Save the hours
        </Button>
      </form>
      <p className="max-w-prose text-sm text-ash">
        A show begins after opening and ends before closing, which may be after midnight. Without
        times, shows are possible all day. Shows that are planned already stay.
      </p>
      {change.error && <ErrorText>{change.error.message}</ErrorText>}
    </section>
  )
}
