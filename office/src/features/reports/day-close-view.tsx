import type { CallInput } from '@marquee/contract/calls/endpoint'
import { closeDay, type DayClose } from '@marquee/contract/office/reports/day-close'
import { formatDay } from '@marquee/contract/time'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { CashTable } from './cash-table.tsx'
import { refetchReports } from './reports.queries.ts'

const useCloseDay = (onClosed: () => void) =>
  useMutation({
    mutationFn: (body: CallInput<typeof closeDay>['body']) => call(closeDay, { body }),
    onSuccess: onClosed,
    // Also after a refusal: another device may have closed the day.
    onSettled: refetchReports,
  })

interface Props {
  day: DayClose
  /** Only managers close a day. */
  mayClose: boolean
  /** The day is closed, so it is not the one that goes on any more. */
  onClosed: () => void
}

/** The cash of a day: expected, counted and the difference. A closed day is shown as it was closed. */
export function DayCloseView({ day, mayClose, onClosed }: Props) {
  const timeZone = useTimeZone()
  const { closed, devices } = day
  return (
    <section aria-label="Day close" className="grid max-w-4xl gap-4">
      <h2 className="text-lg">{formatDay(day.date)}</h2>
      {closed === null && mayClose ? (
        <CountForm day={day} onClosed={onClosed} />
      ) : (
        <CashTable devices={devices} />
      )}
      {closed && (
        <p className="panel p-4">
          <span className="block font-semibold">
            Closed {dateTimeOf(closed.at, timeZone)}
            {closed.device && ` at ${closed.device.name}`}
          </span>
          {closed.note && <span className="block text-ash">{closed.note}</span>}
        </p>
      )}
    </section>
  )
}

const WHOLE_RUPEES = 'Whole rupees'

/** Rupees as they are typed. */
const isCash = (text: string) => /^\s*\d{1,8}\s*$/.test(text)

/** Counts the cash of each device, and closes the day. */
function CountForm({ day: { date, devices, endsAt }, onClosed }: Pick<Props, 'day' | 'onClosed'>) {
  const timeZone = useTimeZone()
  const close = useCloseDay(onClosed)
  const { register, handleSubmit, watch, formState } = useForm({
    defaultValues: { cash: devices.map(({ signedOff }) => String(signedOff ?? '')), note: '' },
    mode: 'onTouched',
  })
  const typed = watch('cash')
  const isGoingOn = serverNow() < Date.parse(endsAt)
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={handleSubmit(({ cash, note }) => {
        const counts = devices.map(({ device }, index) => ({
          device: device._id,
          cash: Number(cash[index]),
        }))
        close.mutate({ date, counts, ...(note.trim() && { note: note.trim() }) })
      })}
    >
      <CashTable
        devices={devices}
        count={(index) => ({
          input: register(`cash.${index}`, {
            validate: (text) => isCash(text) || WHOLE_RUPEES,
          }),
          counted: isCash(typed[index] ?? '') ? Number(typed[index]) : null,
          error: formState.errors.cash?.[index]?.message,
        })}
      />
      <Field
        label="Note"
        hint="For example why the cash differs. Do not name visitors."
        maxLength={500}
        autoComplete="off"
        {...register('note')}
      />
      {isGoingOn && (
        <p className="text-wait">
          This day goes on until {dateTimeOf(endsAt, timeZone)}. What is sold after you close it
          counts for the next day.
        </p>
      )}
      {close.error && <ErrorText>{close.error.message}</ErrorText>}
      <Button type="submit" variant="primary" className="justify-self-start" busy={close.isPending}>
        Close the day
      </Button>
      <p className="text-sm text-ash">A closed day does not change any more.</p>
    </form>
  )
}
