import type { MoveTarget } from '@marquee/contract/office/show-moves'
import type { Show } from '@marquee/contract/office/shows'
import { formatIsoDate, parseLocalTime } from '@marquee/contract/time'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTimeZone } from '#lib/device.queries.ts'
import { showsQuery } from '#lib/shows.queries.ts'
import { Button } from '#ui/button.tsx'
import { Field, SelectField } from '#ui/field.tsx'

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
  const [screenId, setScreenId] = useState(show.screen._id)
  const [day, setDay] = useState(formatIsoDate(startsAt, timeZone))
  const [time, setTime] = useState(() => timeOfDay(startsAt, timeZone))
  const [refundUntil, setRefundUntil] = useState('')
  const isComplete = day !== '' && time !== ''
  const isSameStart =
    day === formatIsoDate(startsAt, timeZone) && time === timeOfDay(startsAt, timeZone)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const toInstant = (date: string, timeOfDate: string) =>
      new Date(parseLocalTime(date, timeOfDate, timeZone)).toISOString()
    const [refundDay = '', refundTime = ''] = refundUntil.split('T')
    onSubmit({
      screenId,
      ...(!isSameStart && { startTime: toInstant(day, time) }),
      ...(!isSameStart && refundTime && { refundUntil: toInstant(refundDay, refundTime) }),
    })
  }
  return (
    <form
      onSubmit={submit}
      onChange={onChange}
      noValidate
      className="panel grid gap-4 p-4"
      aria-label="Where to"
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label="Screen"
          value={screenId}
          onChange={({ target }) => setScreenId(target.value)}
        >
          {(data?.screens ?? [show.screen]).map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Field
          label="Day"
          type="date"
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <Field
          label="Start"
          type="time"
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
      </div>
      {!isSameStart && (
        <Field
          label="Full refund until, optional"
          type="datetime-local"
          className="max-w-sm"
          value={refundUntil}
          hint="Left empty: until booking closes, or the start if booking has closed already."
          onChange={({ target }) => setRefundUntil(target.value)}
        />
      )}
      {error && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
      <Button type="submit" busy={isBusy} disabled={!isComplete} className="justify-self-start">
        Show the plan
      </Button>
    </form>
  )
}

/** `18:30`, as an input of a time expects it. */
const timeOfDay = (instant: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(instant)
