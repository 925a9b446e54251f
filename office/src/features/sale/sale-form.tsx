import { accessText, placeName } from '@marquee/contract/office/shows/place-names'
import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import { countOf } from '@marquee/contract/text/count'
import { formatRupees } from '@marquee/contract/text/money'
import { isTemporaryError } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Checkbox, ChoiceField, Field } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { type FormEvent, useId, useState } from 'react'
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form'
import { takenText } from '#lib/format.ts'
import { CashField } from './cash-field.tsx'
import { changeFor } from './change.ts'
import { type SaleResponse, useSellPlaces } from './sale.mutations.ts'
import { createSale, EMPTY_DRAFT, type SaleDraft, totalOf } from './sale-draft.ts'

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
  const [payment, received] = watch(['payment', 'received'])
  const isFree = payment === 'complimentary'
  const isCash = payment === 'cash'
  const change = changeFor(total, received)
  const sell = useSellPlaces(showtimeId, {
    onSend,
    onSold: (response) => onSold({ ...response, change: isCash ? change : undefined }),
    onTaken,
    onRefused,
  })
  // It may be sold. Only the same sale, sent again, has the same idempotency key.
  const isUnanswered = isTemporaryError(sell.error)

  const submit = (event: FormEvent) => {
    setAccessMissing(!isAccessConfirmed)
    const isReady = lost.length === 0 && !(isCash && change === undefined) && isAccessConfirmed
    // What the server said before is about other values.
    const forget = () => sell.reset()
    const send = (draft: SaleDraft) => sell.mutate(createSale(draft, places).sale)
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
        <ChoiceField legend="Payment" options={PAYMENTS} {...register('payment')} />
        {isCash && <CashField total={total} form={form} />}
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
            {isFree ? 'Give free tickets' : `Take ${formatRupees(total)} and sell`}
          </Button>
        )}
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The vehicle numbers have one error for all of them. */
const saleErrors = ({ vehicles, ...errors }: Record<string, string>): FieldErrors<SaleDraft> => ({
  ...Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field, { type: 'invalid', message }]),
  ),
  ...(vehicles && { vehicles: { root: { type: 'invalid', message: vehicles } } }),
})

function ContactFields({ form: { register, formState } }: { form: UseFormReturn<SaleDraft> }) {
  const { name, email, phone } = formState.errors
  const hasError = Boolean(name ?? email ?? phone)
  return (
    <details open={hasError || undefined}>
      <summary className="min-h-11 py-2.5 font-medium">Name, email, phone (optional)</summary>
      <div className="grid gap-3 pt-2">
        <Field label="Name" error={name?.message} autoComplete="off" {...register('name')} />
        <Field
          label="Email"
          type="email"
          error={email?.message}
          hint="Gets the tickets."
          autoComplete="off"
          {...register('email')}
        />
        <Field
          label="Phone"
          type="tel"
          error={phone?.message}
          autoComplete="off"
          {...register('phone')}
        />
      </div>
    </details>
  )
}

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
