import type { MoveTarget } from '@marquee/contract/office/shows/show-moves'
import type { Show } from '@marquee/contract/office/shows/shows'
import {
  formatDate,
  formatDateTime,
  formatIsoDate,
  formatTime,
  formatTimeInput,
  parseLocalTime,
} from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { SelectField } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTimeZone } from '#lib/device.queries.ts'
import { showsQuery } from '#lib/shows.queries.ts'

interface Props {
  show: Show
  isBusy: boolean
  error: Error | null
  onChange: () => void
  onSubmit: (target: MoveTarget) => void
}

/** The new screen and start of a show. */
export function MoveTargetForm({ show, isBusy, error, onChange, onSubmit }: Props) {
  const timeZone = useTimeZone()
  const { data } = useQuery(showsQuery())
  const startsAt = Date.parse(show.startTime)
  const { register, handleSubmit, watch } = useForm({
    defaultValues: {
      screenId: show.screen._id,
      day: formatIsoDate(startsAt, timeZone),
      time: formatTimeInput(startsAt, timeZone),
      refundUntil: '',
    },
  })
  const [day, time, refundUntil] = watch(['day', 'time', 'refundUntil'])
  const isComplete = day !== '' && time !== ''
  const isSameStart =
    day === formatIsoDate(startsAt, timeZone) && time === formatTimeInput(startsAt, timeZone)

  const submit = handleSubmit(({ screenId }) => {
    const toInstant = (date: string, timeOfDate: string) =>
      new Date(parseLocalTime(date, timeOfDate, timeZone)).toISOString()
    const [refundDay = '', refundTime = ''] = refundUntil.split('T')
    onSubmit({
      screenId,
      ...(!isSameStart && { startTime: toInstant(day, time) }),
      ...(!isSameStart && refundTime && { refundUntil: toInstant(refundDay, refundTime) }),
    })
  })
  return (
    <form
      onSubmit={submit}
      onChange={onChange}
      noValidate
      className="panel grid gap-4 p-4"
      aria-label="Where to"
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField label="Screen" {...register('screenId')}>
          {(data?.screens ?? [show.screen]).map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <DateField label="Day" type="date" format={formatDate} {...register('day')} value={day} />
        <DateField
          label="Start"
          type="time"
          format={formatTime}
          {...register('time')}
          value={time}
        />
      </div>
      {!isSameStart && (
        <DateField
          label="Full refund until, optional"
          type="datetime-local"
          format={formatDateTime}
          empty="No other time"
          className="max-w-sm"
          hint="Left empty: until booking closes, or the start if booking has closed already."
          {...register('refundUntil')}
          value={refundUntil}
        />
      )}
      {error && <ErrorText>{error.message}</ErrorText>}
      <Button type="submit" busy={isBusy} disabled={!isComplete} className="justify-self-start">
        Show the plan
      </Button>
    </form>
  )
}
