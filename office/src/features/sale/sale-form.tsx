import { countOf } from '@marquee/contract/count'
import { formatRupees } from '@marquee/contract/money'
import { accessText, placeName } from '@marquee/contract/office/place-names'
import type { StaffPlace } from '@marquee/contract/office/shows'
import { type FormEvent, useState } from 'react'
import { takenText } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceField, Field } from '#ui/field.tsx'
import { AccessibleSeatsConfirmation } from './accessible-seats-confirmation.tsx'
import { CashField } from './cash-field.tsx'
import { changeFor } from './change.ts'
import { type SaleResponse, useSellPlaces } from './sale.mutations.ts'
import { createSale, EMPTY_DRAFT, type SaleErrors, totalOf } from './sale-draft.ts'

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
  onSold: (sold: SoldBooking) => void
  onTaken: (placeId: string) => void
  /** Staff has seen that places are missing, and goes on with the others. */
  onAcceptLoss: () => void
  onCancel: () => void
}

/** Sells the chosen places at the counter. */
export function SaleForm(props: Props) {
  const { showtimeId, places, lost, onSold, onTaken, onAcceptLoss, onCancel } = props
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [received, setReceived] = useState('')
  const [shownErrors, setShownErrors] = useState<SaleErrors>({})
  const [confirmedAccess, setConfirmedAccess] = useState('')
  const [isAccessMissing, setAccessMissing] = useState(false)
  const access = accessText(places)
  const isAccessConfirmed = access === '' || access === confirmedAccess
  const total = totalOf(places)
  const slots = places.filter(({ kind }) => kind !== 'seat')
  const isFree = draft.payment === 'complimentary'
  const isCash = draft.payment === 'cash'
  const change = changeFor(total, received)
  const sell = useSellPlaces(showtimeId, {
    onSold: (response) => onSold({ ...response, change: isCash ? change : undefined }),
    onTaken,
  })
  const setField = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { sale, errors } = createSale(draft, places)
    setShownErrors(errors)
    setAccessMissing(!isAccessConfirmed)
    const isReady = lost.length === 0 && !(isCash && change === undefined) && isAccessConfirmed
    // What the server said before is about other values.
    if (!isReady || Object.keys(errors).length > 0) return sell.reset()
    sell.mutate(sale)
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
      <ChoiceField
        legend="Payment"
        name="payment"
        options={PAYMENTS}
        value={draft.payment}
        onChange={(payment) => setField({ payment })}
      />
      {isCash && <CashField total={total} received={received} onChange={setReceived} />}
      {isFree && (
        <Field
          label="Reason"
          name="reason"
          value={draft.reason}
          error={shownErrors.reason}
          hint="Stays in the audit: no names of visitors."
          onChange={({ target }) => setField({ reason: target.value })}
        />
      )}
      {slots.map(({ _id, label }) => (
        <Field
          key={_id}
          label={`Vehicle number for slot ${label}, optional`}
          value={draft.vehicles[_id] ?? ''}
          error={shownErrors.vehicles}
          onChange={({ target }) =>
            setField({ vehicles: { ...draft.vehicles, [_id]: target.value } })
          }
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
      <ContactFields draft={draft} errors={shownErrors} onChange={setField} />
      {lost.length > 0 ? (
        <p role="alert" className="text-danger">
          {takenText(lost)} {!isFree && `The total is now ${formatRupees(total)}.`}
        </p>
      ) : (
        sell.error && (
          <p role="alert" className="text-danger">
            {sell.error.message}
          </p>
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

interface ContactProps {
  draft: typeof EMPTY_DRAFT
  errors: SaleErrors
  onChange: (changes: Partial<typeof EMPTY_DRAFT>) => void
}

function ContactFields({ draft, errors, onChange }: ContactProps) {
  const hasError = Boolean(errors.name ?? errors.email ?? errors.phone)
  return (
    <details open={hasError || undefined}>
      <summary className="min-h-9 font-medium">Name, email, phone (optional)</summary>
      <div className="grid gap-3 pt-2">
        <Field
          label="Name"
          name="name"
          value={draft.name}
          error={errors.name}
          autoComplete="off"
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <Field
          label="Email"
          name="email"
          type="email"
          value={draft.email}
          error={errors.email}
          hint="Gets the tickets."
          autoComplete="off"
          onChange={({ target }) => onChange({ email: target.value })}
        />
        <Field
          label="Phone"
          name="phone"
          type="tel"
          value={draft.phone}
          error={errors.phone}
          autoComplete="off"
          onChange={({ target }) => onChange({ phone: target.value })}
        />
      </div>
    </details>
  )
}
