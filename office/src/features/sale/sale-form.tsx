import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import { sellPlaces } from '@marquee/contract/office/sales'
import { accessText, placeName, takenText } from '@marquee/contract/office/shows/place-names'
import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import { countOf } from '@marquee/contract/text/count'
import { formatRupees } from '@marquee/contract/text/money'
import { ApiError, call, isTemporaryError } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useIdempotencyKey } from '@marquee/ui-kit/lib/use-idempotency-key.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Checkbox, ChoiceField, Field } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { refetchShows, showQuery } from '#lib/shows.queries.ts'
import { changeFor } from './cash-change.ts'
import { CashField } from './cash-field.tsx'
import { ContactFields } from './contact-fields.tsx'
import {
  createSale,
  EMPTY_DRAFT,
  type SaleDraft,
  type SaleInput,
  totalOf,
  voucherAmount,
} from './sale-draft.ts'
import { useVoucherBalance, VoucherField } from './voucher-field.tsx'

type SaleResponse = ResponseBody<typeof sellPlaces>

interface SaleCallbacks {
  onSend: () => void
  onSold: (response: SaleResponse) => void
  /** The place that another device or visitor has. */
  onTaken: (placeId: string) => void
  /** The server has refused the sale, so that it sold nothing. */
  onRefused: () => void
}

/** Sells places. The same sale, sent again after a lost answer, is sold once. */
function useSellPlaces(showtimeId: string, callbacks: SaleCallbacks) {
  const { keyFor, forget } = useIdempotencyKey([sellPlaces.path, showtimeId])
  return useMutation({
    mutationFn: (sale: SaleInput) =>
      call(sellPlaces, {
        params: { showtimeId },
        headers: { 'idempotency-key': keyFor(sale) },
        body: sale,
      }),
    onMutate: callbacks.onSend,
    onSuccess: (response) => {
      forget()
      showAsSold(showtimeId, response)
      callbacks.onSold(response)
    },
    onError: (error) => {
      const taken = error instanceof ApiError ? error.details.places?.[0] : undefined
      if (taken) callbacks.onTaken(taken._id)
      if (!isTemporaryError(error)) callbacks.onRefused()
    },
    onSettled: () => {
      void refetchShows(showtimeId)
    },
  })
}

/** Shows a sale before the show is read again: the next sale must not choose the same places. */
function showAsSold(showtimeId: string, { booking: { reference, seats, slots } }: SaleResponse) {
  const sold = new Set([...seats, ...slots].map(({ _id }) => _id))
  queryClient.setQueryData(showQuery(showtimeId).queryKey, (data) =>
    data === undefined
      ? undefined
      : {
          ...data,
          places: data.places.map((place) =>
            sold.has(place._id)
              ? { ...place, status: 'SOLD' as const, reference, channel: 'counter' as const }
              : place,
          ),
        },
  )
}

export type SoldBooking = SaleResponse & {
  /** Rupees given back, for a sale in cash. */
  change: number | undefined
}

const PAYMENTS = [
  ['cash', 'Cash'],
  ['card', 'Card'],
  ['complimentary', 'Free'],
] as const

interface Props {
  showtimeId: string
  places: StaffPlace[]
  /** Chosen places that another device or visitor has taken since. */
  lost: StaffPlace[]
  onSend: () => void
  onSold: (sold: SoldBooking) => void
  /** The server has refused the sale, so that it sold nothing. */
  onRefused: () => void
  onTaken: (placeId: string) => void
  /** Staff has seen that places are missing, and goes on with the others. */
  onAcceptLoss: () => void
  onCancel: () => void
}

/** Sells the chosen places at the counter. */
export function SaleForm(props: Props) {
  const { showtimeId, places, lost, onSend, onSold, onRefused, onTaken, onAcceptLoss, onCancel } =
    props
  const form = useForm<SaleDraft, unknown, SaleDraft>({
    defaultValues: EMPTY_DRAFT,
    resolver: (draft) => {
      const errors = saleErrors(createSale(draft, places).errors)
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: draft, errors: {} }
    },
  })
  const { register, watch, formState } = form
  const { errors } = formState
  const [confirmedAccess, setConfirmedAccess] = useState('')
  const [isAccessMissing, setAccessMissing] = useState(false)
  const access = accessText(places)
  const isAccessConfirmed = access === '' || access === confirmedAccess
  const total = totalOf(places)
  const slots = places.filter(({ kind }) => kind !== 'seat')
  const [payment, received, voucherCode] = watch(['payment', 'received', 'voucherCode'])
  const isFree = payment === 'complimentary'
  const isCash = payment === 'cash'
  const voucher = useVoucherBalance(voucherCode)
  const paidByVoucher =
    voucher.balance === undefined || isFree ? 0 : voucherAmount(voucher.balance, places)
  const rest = total - paidByVoucher
  const change = changeFor(rest, received)
  const sell = useSellPlaces(showtimeId, {
    onSend,
    onSold: (response) => onSold({ ...response, change: isCash && rest > 0 ? change : undefined }),
    onTaken,
    onRefused,
  })
  // It may be sold. Only the same sale, sent again, has the same idempotency key.
  const isUnanswered = isTemporaryError(sell.error)

  const submit = (event: FormEvent) => {
    setAccessMissing(!isAccessConfirmed)
    const isVoucherReady = isFree || voucherCode.trim() === '' || voucher.balance !== undefined
    const isCashReady = !isCash || rest === 0 || change !== undefined
    const isReady = lost.length === 0 && isCashReady && isVoucherReady && isAccessConfirmed
    // What the server said before is about other values.
    const forget = () => sell.reset()
    const send = (draft: SaleDraft) => sell.mutate(createSale(draft, places, voucher.balance).sale)
    return form.handleSubmit(isReady ? send : forget, forget)(event)
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4" aria-label="Counter sale">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="min-w-0 font-semibold">
          Sell {countOf(places.length, 'place')}:{' '}
          <span className="text-ash">{places.map(placeName).join(' ')}</span>
        </h2>
        <p className="tabular text-xl font-semibold">{isFree ? 'Free' : formatRupees(total)}</p>
      </div>
      <fieldset disabled={isUnanswered} className="grid gap-4">
        <ChoiceField
          legend={
            paidByVoucher > 0 && rest > 0 ? `Payment of the other ${formatRupees(rest)}` : 'Payment'
          }
          options={PAYMENTS}
          {...register('payment')}
        />
        {isCash && rest > 0 && <CashField total={rest} form={form} />}
        {!isFree && <VoucherField voucher={voucher} amount={paidByVoucher} form={form} />}
        {isFree && (
          <Field
            label="Reason"
            error={errors.reason?.message}
            hint="Stays in the audit: no names of visitors."
            {...register('reason')}
          />
        )}
        {slots.map(({ _id, label }) => (
          <Field
            key={_id}
            label={`Vehicle number for slot ${label}, optional`}
            error={errors.vehicles?.root?.message}
            {...register(`vehicles.${_id}`)}
          />
        ))}
        {access !== '' && (
          <AccessibleSeatsConfirmation
            text={access}
            isConfirmed={isAccessConfirmed}
            isMissing={isAccessMissing && !isAccessConfirmed}
            onChange={(isConfirmed) => setConfirmedAccess(isConfirmed ? access : '')}
          />
        )}
        <ContactFields form={form} />
      </fieldset>
      {lost.length > 0 ? (
        <ErrorText>
          {takenText(lost)} {!isFree && `The total is now ${formatRupees(total)}.`}
        </ErrorText>
      ) : (
        sell.error && (
          <ErrorText>
            {sell.error.message} {isUnanswered && 'It may be sold: press the button again.'}
          </ErrorText>
        )
      )}
      <div className="flex flex-wrap gap-2">
        {lost.length > 0 ? (
          // A key of its own: the same element as a submit button would submit with this click.
          <Button key="accept" onClick={onAcceptLoss} className="flex-1">
            Go on with {places.map(placeName).join(' ')}
          </Button>
        ) : (
          <Button key="submit" type="submit" busy={sell.isPending} className="flex-1">
            {buttonText({ isFree, rest, paidByVoucher })}
          </Button>
        )}
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface Amounts {
  isFree: boolean
  /** Rupees. */
  rest: number
  paidByVoucher: number
}

function buttonText({ isFree, rest, paidByVoucher }: Amounts) {
  if (isFree) return 'Give free tickets'
  return rest === 0 && paidByVoucher > 0
    ? 'Use the voucher and sell'
    : `Take ${formatRupees(rest)} and sell`
}

/** The vehicle numbers have one error for all of them. */
const saleErrors = ({ vehicles, ...errors }: Record<string, string>): FieldErrors<SaleDraft> => ({
  ...Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field, { type: 'invalid', message }]),
  ),
  ...(vehicles && { vehicles: { root: { type: 'invalid', message: vehicles } } }),
})

interface AccessibleSeatsConfirmationProps {
  /** The accessible places by name. */
  text: string
  isConfirmed: boolean
  /** Staff wants to sell, and has not confirmed. */
  isMissing: boolean
  onChange: (isConfirmed: boolean) => void
}

/** Asks before accessible places are sold. */
function AccessibleSeatsConfirmation({
  text,
  isConfirmed,
  isMissing,
  onChange,
}: AccessibleSeatsConfirmationProps) {
  const id = useId()
  return (
    <div>
      <p id={id} className="font-medium">
        {text}. Is that intended?
      </p>
      <Checkbox
        checked={isConfirmed}
        aria-describedby={id}
        aria-invalid={isMissing || undefined}
        onChange={({ target }) => onChange(target.checked)}
      >
        Yes, sell as chosen
      </Checkbox>
      {isMissing && (
        <p role="alert" className="text-sm text-danger">
          Please confirm, or choose other seats.
        </p>
      )}
    </div>
  )
}
