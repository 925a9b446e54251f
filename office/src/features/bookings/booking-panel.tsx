import { formatLastDay, formatVoucherCode } from '@marquee/contract/bookings/voucher-code'
import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import {
  addNote,
  getBooking,
  type HistoryEntry,
  type StaffBooking,
} from '@marquee/contract/office/bookings'
import type { Voucher } from '@marquee/contract/office/counter/vouchers'
import { formatRupees } from '@marquee/contract/text/money'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { ACTION_NAMES } from '#lib/action-names.ts'
import { bookingKeys, refetchBookings } from '#lib/bookings.queries.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { CHANNEL_NAMES, dateTimeOf, PAYMENT_TEXTS, timeOf } from '#lib/format.ts'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { BookingActions } from './booking-actions.tsx'

const bookingQuery = (reference: string) =>
  queryOptions({
    queryKey: bookingKeys.detail(reference),
    queryFn: ({ signal }) => call(getBooking, { params: { reference } }, signal),
    staleTime: 0,
  })

const useBooking = (reference: string) => useQuery(bookingQuery(reference))

const useAddNote = (reference: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (text: string) => call(addNote, { params: { reference }, body: { text } }),
    onSuccess: async () => {
      onSuccess()
      await refetchBookings()
    },
  })

/** Everything about one booking, and what staff can do with it. */
export function BookingPanel({ reference }: { reference: string }) {
  const timeZone = useTimeZone()
  const { data, error, refetch } = useBooking(reference)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} className="h-8" />

  const { booking, history, vouchers, notes } = data
  return (
    <article aria-label={`Booking ${reference}`} className="grid gap-5">
      <header>
        <h2 className="tabular text-lg">{booking.reference}</h2>
        <p className="font-semibold">{booking.movie.name}</p>
        <p className="text-ash">
          {dateTimeOf(booking.showtime.startTime, timeZone)} · {booking.showtime.screen}
        </p>
      </header>
      <BookingFacts booking={booking} />
      <BookingVouchers vouchers={vouchers} />
      <BookingActions booking={booking} />
      <BookingNotes reference={reference} notes={notes} />
      <BookingHistory history={history} />
    </article>
  )
}

/** What has happened to the booking, oldest first. */
function BookingHistory({ history }: { history: HistoryEntry[] }) {
  const timeZone = useTimeZone()
  return (
    <section aria-label="History">
      <h3 className="mb-1 font-semibold">History</h3>
      <ol>
        {history.map((entry) => (
          <li
            key={`${entry.at} ${entry.action}`}
            className="relative border-s border-rule pb-3 ps-4 before:absolute before:-start-1 before:top-2 before:size-2 before:rounded-full before:bg-ash last:pb-0"
          >
            <p>
              {ACTION_NAMES[entry.action]}
              {entry.count !== undefined && `: ${Math.abs(entry.count)}`}
              {entry.reason && <span className="text-ash"> ({entry.reason})</span>}
            </p>
            <p className="text-sm text-ash">
              {dateTimeOf(entry.at, timeZone)}
              {entry.person?.name && `, ${entry.person.name}`}
              {entry.device && `, ${entry.device.name}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface BookingNotesProps {
  reference: string
  notes: ResponseBody<typeof getBooking>['notes']
}

function BookingNotes({ reference, notes }: BookingNotesProps) {
  const timeZone = useTimeZone()
  const { register, handleSubmit, reset, watch } = useForm({ defaultValues: { text: '' } })
  const add = useAddNote(reference, reset)
  return (
    <section aria-label="Notes" className="grid gap-2">
      <h3 className="font-semibold">Notes</h3>
      {notes.map(({ _id, at, device, text: note }) => (
        <div key={_id} className="border-s-2 border-rule ps-3">
          <p className="whitespace-pre-line">{note}</p>
          <p className="text-sm text-ash">
            {dateTimeOf(at, timeZone)}
            {device && `, ${device.name}`}
          </p>
        </div>
      ))}
      <form
        onSubmit={handleSubmit(({ text }) => add.mutate(text))}
        noValidate
        className="flex items-end gap-2"
      >
        <Field
          label="New note"
          className="flex-1"
          maxLength={1000}
          autoComplete="off"
          error={add.error?.message}
          {...register('text')}
        />
        <Button
          type="submit"
          variant="secondary"
          busy={add.isPending}
          disabled={!watch('text').trim()}
        >
          Add
        </Button>
      </form>
    </section>
  )
}

/** Places, payment, contact and admission. */
function BookingFacts({ booking }: { booking: StaffBooking }) {
  const timeZone = useTimeZone()
  const { seats, slots, contact, admitted, admittedAt, payment, paymentReason } = booking
  const { refusedEmail } = booking
  const people = [contact.name, contact.phone, contact.email].filter(Boolean)
  return (
    <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {booking.cancelled && (
        <BookingFact name="Status">
          <span className="font-semibold text-danger">Cancelled</span>
        </BookingFact>
      )}
      <BookingFact name="Seats">
        <span className="font-semibold">{seats.map(({ label }) => label).join(' ')}</span>
      </BookingFact>
      {slots.length > 0 && (
        <BookingFact name="Parking">
          {slots.map(({ label, vehicleNumber }) => (
            <span key={label} className="block">
              <span className="font-semibold">{label}</span> {vehicleNumber ?? ''}
            </span>
          ))}
        </BookingFact>
      )}
      {payment === 'complimentary' ? (
        <BookingFact name="Paid">
          <span className="font-semibold">Nothing</span>{' '}
          <span className="text-ash">
            Free tickets worth {formatRupees(booking.totalCost + booking.refunded)}
            {paymentReason && `: ${paymentReason}`}
          </span>
        </BookingFact>
      ) : (
        <PaymentFacts booking={booking} way={PAYMENT_TEXTS[payment]} />
      )}
      <BookingFact name="Sold">{CHANNEL_NAMES[booking.channel]}</BookingFact>
      <BookingFact name="Contact">
        {people.length === 0 && <span className="text-ash">None given</span>}
        {people.map((line) => (
          <span key={line} className="block break-words">
            {line}
          </span>
        ))}
      </BookingFact>
      {refusedEmail !== null && (
        <BookingFact name="Email">
          <span className="block break-words font-semibold text-danger">
            Refused by {refusedEmail}
          </span>
          <span className="text-ash">Nothing more is sent there. Correct the address.</span>
        </BookingFact>
      )}
      <BookingFact name="Let in">
        <span className={admitted > 0 ? 'font-semibold text-good' : ''}>
          {admitted} of {seats.length}
        </span>
        {admittedAt && <span className="text-ash"> at {timeOf(admittedAt, timeZone)}</span>}
      </BookingFact>
    </dl>
  )
}

/** What was paid in all, and what is left of it after refunds. */
function PaymentFacts({ booking, way }: { booking: StaffBooking; way: string }) {
  const { totalCost, refunded, seats, slots, cancelled, payment, paidByVoucher } = booking
  const price = cancelled ? 0 : [...seats, ...slots].reduce((sum, place) => sum + place.price, 0)
  const rupeesOf = (amount: number) => (
    <span className="tabular font-semibold">{formatRupees(amount)}</span>
  )
  return (
    <>
      <BookingFact name={refunded > 0 ? 'Paid in all' : 'Paid'}>
        {rupeesOf(totalCost + refunded)} <span className="text-ash">{way}</span>
        {payment !== 'voucher' && paidByVoucher > 0 && (
          <span className="block text-ash">{formatRupees(paidByVoucher)} with a voucher</span>
        )}
      </BookingFact>
      {refunded > 0 && <BookingFact name="Refunded">{rupeesOf(refunded)}</BookingFact>}
      {refunded > 0 && !cancelled && <BookingFact name="Price now">{rupeesOf(price)}</BookingFact>}
      {totalCost > price && (
        <BookingFact name="Kept">
          {rupeesOf(totalCost - price)} <span className="text-ash">for cancelled places</span>
        </BookingFact>
      )}
    </>
  )
}

function BookingFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ash">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

/** The vouchers that are refunds of a booking, to read out to a visitor without an email. */
function BookingVouchers({ vouchers }: { vouchers: Voucher[] }) {
  const timeZone = useTimeZone()
  if (vouchers.length === 0) return
  return (
    <section aria-label="Vouchers" className="grid gap-1">
      <h3 className="font-semibold">Vouchers</h3>
      {vouchers.map(({ _id, code, balance, amount, validUntil }) => (
        <p key={_id}>
          <span className="tabular font-semibold">{formatVoucherCode(code)}</span>
          <span className="block text-sm text-ash">
            {formatRupees(balance)} of {formatRupees(amount)} left, valid until{' '}
            {formatLastDay(Date.parse(validUntil), timeZone)}
          </span>
        </p>
      ))}
    </section>
  )
}
