import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import { countOf } from '@marquee/contract/text/count'
import { parseLocalTime } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Checkbox, Field } from '@marquee/ui-kit/ui/field.tsx'
import { useForm } from 'react-hook-form'
import type { ShowValues } from '#features/programme/draft/draft-edits.ts'
import type { SetChange } from '#features/programme/draft/preview.ts'
import { clockText, parseStarts } from '#features/programme/starts.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import type { WeekProgramme } from '#lib/programme.queries.ts'
import { DayChoice } from './day-choice.tsx'
import { ShowFields } from './show-fields.tsx'

interface Props {
  programme: WeekProgramme
  days: readonly string[]
  today: string
  /** Where staff has clicked. `start` is in minutes since midnight. */
  place: { screenId: string; day: string; start: number }
  /** The movie that was added last. */
  movieId: string
  onAdd: (shows: ShowValues[]) => void
  onAddDaily: (rules: SetChange[]) => void
  onClose: () => void
}

/** Adds shows of one movie on one screen: at several times, on several days, or every day from now on. */
export function AddShowsDialog(props: Props) {
  const { programme, days, today, place, onAdd, onAddDaily, onClose } = props
  const timeZone = useTimeZone()
  const { register, handleSubmit, watch, setValue, setError, formState } = useForm({
    defaultValues: {
      movieId: props.movieId,
      screenId: place.screenId,
      starts: clockText(place.start),
      days: [place.day],
      isDaily: false,
      cutoffMinutes: DEFAULT_CUTOFF_MINUTES,
    },
  })
  const values = watch()
  const { isDaily, days: chosenDays } = values
  const { times, invalid } = parseStarts(values.starts)
  const shows = toShows(values, times, timeZone)

  const submit = handleSubmit(({ movieId, screenId, cutoffMinutes }) => {
    if (invalid.length > 0)
      return setError('starts', { message: `“${invalid[0]}” is no time of day such as 6:30 PM.` })
    if (times.length === 0) return setError('starts', { message: 'Please give a time of day.' })
    if (isDaily) {
      onAddDaily(
        times.map((at) => ({
          type: 'daily',
          action: 'set',
          screenId,
          at,
          movieId,
          cutoffMinutes,
        })),
      )
      return onClose()
    }
    if (chosenDays.length === 0) return setError('days', { message: 'Please choose a day.' })
    if (shows.length === 0) return setError('starts', { message: 'A start is in the past.' })
    onAdd(shows)
    return onClose()
  })
  const { errors } = formState
  return (
    <Dialog title="Add a show" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <ShowFields autoFocus programme={programme} register={register} errors={errors} />
        <Field
          label="Starts"
          autoComplete="off"
          error={errors.starts?.message}
          hint="One or several: 10:00 AM, 1:15 PM, 4:30 PM"
          {...register('starts')}
        />
        {!isDaily && (
          <DayChoice
            days={days}
            firstDay={today}
            chosen={chosenDays}
            error={errors.days?.message}
            onAll={(all) => setValue('days', all)}
            field={register('days')}
          />
        )}
        <Checkbox {...register('isDaily')}>Every day from now on, as a daily showtime</Checkbox>
        <Button type="submit">
          Add {isDaily ? countOf(times.length, 'daily showtime') : countOf(shows.length, 'show')}
        </Button>
      </form>
    </Dialog>
  )
}

interface ShowsToAdd extends Omit<ShowValues, 'startsAt'> {
  days: readonly string[]
}

/** A show at each time of each day. Those whose start has passed are left out. */
const toShows = (choice: ShowsToAdd, times: readonly string[], timeZone: string): ShowValues[] =>
  choice.days
    .flatMap((day) => times.map((time) => parseLocalTime(day, time, timeZone)))
    .filter((startsAt) => startsAt > serverNow())
    .map((startsAt) => ({
      movieId: choice.movieId,
      screenId: choice.screenId,
      cutoffMinutes: choice.cutoffMinutes,
      startsAt,
    }))
