import type { CallInput } from '@marquee/contract/calls/endpoint'
import { exchangeSeats, previewSeatExchange } from '@marquee/contract/office/booking-changes'
import type { StaffBooking } from '@marquee/contract/office/bookings'
import { formatRupees } from '@marquee/contract/text/money'
import { formatDate, formatIsoDate } from '@marquee/contract/time'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useIdempotencyKey } from '@marquee/ui-kit/lib/use-idempotency-key.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Checkbox, ChoiceField, Field, SelectField } from '@marquee/ui-kit/ui/field.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { bookingKeys, refetchBookings } from '#lib/bookings.queries.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { timeOf } from '#lib/format.ts'
import { refetchShows, showQuery, showsQuery } from '#lib/shows.queries.ts'
import { ReasonField } from '#ui/reason-field.tsx'
import { findFreeSeats } from './seat-labels.ts'

const useExchangePreview = (
  reference: string,
  seats: CallInput<typeof previewSeatExchange>['body'],
) =>
  useQuery({
    queryKey: bookingKeys.exchange(reference, seats),
    queryFn: ({ signal }) =>
      call(previewSeatExchange, { params: { reference }, body: seats }, signal),
    enabled: seats.take.length > 0 && seats.take.length === seats.giveBack.length,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })

function useExchangeSeats(reference: string, onSuccess: () => void) {
  const { keyFor, forget } = useIdempotencyKey([exchangeSeats.path, reference])
  return useMutation({
    mutationFn: (body: CallInput<typeof exchangeSeats>['body']) =>
      call(exchangeSeats, {
        params: { reference },
        headers: { 'idempotency-key': keyFor(body) },
        body,
      }),
    onSuccess: async (_, { showtimeId }) => {
      forget()
      notify('The seats are changed.')
      onSuccess()
      await Promise.all([refetchBookings(), refetchShows(showtimeId)])
    },
    onError: refetchBookings,
  })
}

const PAYMENTS = [
  ['cash', 'Cash'],
  ['card', 'Card'],
] as const

interface Props {
  booking: StaffBooking
  onClose: () => void
}

/** Exchanges seats of a booking for others, also of another show of the movie, with the price shown first. */
export function ExchangeSeatsDialog({ booking, onClose }: Props) {
  const timeZone = useTimeZone()
  const { reference, seats, movie, showtime } = booking
  const { register, handleSubmit, watch } = useForm({
    defaultValues: {
      isChosen: Object.fromEntries(seats.map(({ _id }) => [_id, true])),
      date: formatIsoDate(Date.parse(showtime.startTime), timeZone),
      showtimeId: showtime._id,
      labels: '',
      payment: 'cash' as 'cash' | 'card',
      reason: '',
    },
  })
  const [isChosen, date, showtimeId, labels] = watch(['isChosen', 'date', 'showtimeId', 'labels'])
  const { data: day } = useQuery({ ...showsQuery(date), enabled: date !== '' })
  const shows = (day?.shows ?? []).filter(
    (show) => show.movie._id === movie._id && show.cancelled === null,
  )
  const { data: target } = useQuery(showQuery(showtimeId))
  const found = findFreeSeats(labels, target?.places ?? [])
  const giveBack = seats.map(({ _id }) => _id).filter((id) => isChosen[id])
  const exchange = { showtimeId, giveBack, take: found.ids }
  const preview = useExchangePreview(reference, exchange)
  const change = useExchangeSeats(reference, onClose)
  const isComplete = found.ids.length > 0 && found.ids.length === giveBack.length
  const isReady = isComplete && preview.isSuccess && !preview.isFetching
  const difference = preview.data?.difference ?? 0
  // The refusal was about another choice.
  const forgetRefusal = { onChange: () => change.reset() }
  const submit = handleSubmit(
    ({ payment, reason }) => isReady && change.mutate({ ...exchange, difference, payment, reason }),
  )
  return (
    <Dialog
      title={`Change seats of ${reference}`}
      text="By the same rules as visitors: until booking closes, for as many other seats."
      isBusy={change.isPending}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <fieldset>
          <legend className="mb-1 text-sm font-medium">Give back</legend>
          <div className="flex flex-wrap gap-2">
            {seats.map(({ _id, label }) => (
              <Checkbox
                key={_id}
                className="rounded border border-ash/60 px-3 font-medium"
                {...register(`isChosen.${_id}`, forgetRefusal)}
              >
                {label}
              </Checkbox>
            ))}
          </div>
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField
            label="Day"
            type="date"
            format={formatDate}
            {...register('date')}
            value={date}
          />
          <SelectField label="Show" {...register('showtimeId', forgetRefusal)}>
            <option value={showtime._id}>The same show</option>
            {shows
              .filter(({ _id }) => _id !== showtime._id)
              .map(({ _id, startTime, screen }) => (
                <option key={_id} value={_id}>
                  {timeOf(startTime, timeZone)}, {screen.name}
                </option>
              ))}
          </SelectField>
        </div>
        <Field
          label="New seats"
          placeholder="H7 H8"
          autoComplete="off"
          autoCapitalize="characters"
          hint={`As many as you give back: ${giveBack.length}.`}
          error={found.error}
          {...register('labels', forgetRefusal)}
        />
        <p role="status" aria-busy={preview.isFetching} className="min-h-6 aria-busy:text-ash">
          {isComplete && preview.error && (
            <span className="text-danger">{preview.error.message}</span>
          )}
          {isReady && <PriceText difference={difference} fee={preview.data.fee} />}
        </p>
        {isReady && difference > 0 && (
          <ChoiceField legend="Payment" options={PAYMENTS} {...register('payment')} />
        )}
        <ReasonField
          error={change.error?.message}
          hint="Stays in the audit: no names of visitors."
          {...register('reason')}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={change.isPending} disabled={!isReady}>
            {difference > 0 ? `Take ${formatRupees(difference)} and change` : 'Change seats'}
          </Button>
          <Button variant="quiet" disabled={change.isPending} onClick={onClose}>
            Keep the seats
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface PriceProps {
  /** Rupees. Negative: to give back. */
  difference: number
  /** Rupees that are not given back. */
  fee: number
}

function PriceText({ difference, fee }: PriceProps) {
  const kept = fee > 0 ? ` ${formatRupees(fee)} are not given back.` : ''
  if (difference > 0) return `${formatRupees(difference)} to pay.${kept}`
  if (difference < 0)
    return `${formatRupees(-difference)} to give back: it goes back as it was paid.${kept}`
  return `Nothing to pay.${kept}`
}
