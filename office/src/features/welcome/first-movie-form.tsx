import { formatDate, formatTime } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { Field, TextField } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useForm } from 'react-hook-form'
import { useTimeZone } from '#lib/device.queries.ts'
import { NumberField } from '#ui/number-field.tsx'
import { type FirstMovie, findStartMistake } from './first-programme.ts'

const MAX_DURATION = 1439

interface Props {
  movie: FirstMovie
  isBusy: boolean
  error: Error | null
  onBack: (movie: FirstMovie) => void
  onOpen: (movie: FirstMovie) => void
}

/** Step 3: the first movie and its first show. */
export function FirstMovieForm({ movie, isBusy, error, onBack, onOpen }: Props) {
  const timeZone = useTimeZone()
  const { register, handleSubmit, formState, watch, setValue, getValues } = useForm({
    defaultValues: movie,
  })
  const { errors } = formState
  const [duration, day, time] = watch(['duration', 'day', 'time'])
  const required = (field: 'name' | 'genre' | 'language' | 'rating' | 'summary', what: string) => ({
    error: errors[field]?.message,
    ...register(field, { validate: (text) => text.trim() !== '' || `Write ${what}.` }),
  })
  return (
    <form noValidate onSubmit={handleSubmit(onOpen)} className="panel grid max-w-3xl gap-4 p-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Movie"
          maxLength={120}
          autoFocus
          autoComplete="off"
          {...required('name', 'the name of the movie')}
        />
        <NumberField
          label="Length, minutes"
          value={duration}
          min={1}
          max={MAX_DURATION}
          onChange={(minutes) => setValue('duration', minutes)}
        />
        <Field
          label="Genre"
          maxLength={120}
          placeholder="Drama"
          {...required('genre', 'the genre, such as Drama')}
        />
        <Field
          label="Language"
          maxLength={120}
          placeholder="Tamil"
          {...required('language', 'the language, such as Tamil')}
        />
        <Field
          label="Certificate"
          maxLength={120}
          placeholder="UA"
          {...required('rating', 'the certificate, such as UA')}
        />
      </div>
      <TextField
        label="Summary"
        rows={3}
        maxLength={2000}
        {...required('summary', 'a sentence about the movie')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DateField
          label="First show, day"
          type="date"
          format={formatDate}
          value={day}
          error={errors.day?.message}
          {...register('day', {
            validate: (value, { time: start }) =>
              findStartMistake({ day: value, time: start }, { now: serverNow(), timeZone }) ?? true,
          })}
        />
        <DateField
          label="First show, start"
          type="time"
          format={formatTime}
          value={time}
          {...register('time', { deps: 'day' })}
        />
      </div>
      {error && (
        <div className="whitespace-pre-line">
          <ErrorText>{error.message}</ErrorText>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isBusy}>
          Open the cinema
        </Button>
        <Button variant="quiet" onClick={() => onBack(getValues())}>
          Back to the hall
        </Button>
      </div>
    </form>
  )
}
