import { formatRupees } from '@marquee/contract/money'
import type { RefundTotals, ShowCancellation } from '@marquee/contract/office/cancellations'
import type { Show } from '@marquee/contract/office/shows'
import { type FormEvent, useState } from 'react'
import { useTimeZone } from '#lib/device.queries.ts'
import { countOf, dateTimeOf } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { type Fact, Facts } from '#ui/facts.tsx'
import { Field } from '#ui/field.tsx'
import { ReasonField } from '#ui/reason-field.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { useCancelShow, useShowCancellation } from './show-cancellation.queries.ts'

const REASONS = ['Projector broken', 'Power failure', 'Staff shortage', 'Film not available']
/** What staff types to confirm. */
const CONFIRMATION = 'CANCEL'

interface Props {
  show: Show
  onClose: () => void
}

/** Shows what cancelling a show would do, asks for the reason and a typed confirmation, and shows the progress and the result. */
export function CancelShowDialog({ show, onClose }: Props) {
  const timeZone = useTimeZone()
  const { data, error, refetch } = useShowCancellation(show._id)
  return (
    <Dialog
      title={data?.cancelled ? 'Cancelled show' : 'Cancel this show?'}
      text={`${show.movie.name}, ${dateTimeOf(show.startTime, timeZone)}, ${show.screen.name}`}
      onClose={onClose}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={4} className="h-8" />}
      {data && !data.cancelled && <CancelForm show={show} preview={data} onClose={onClose} />}
      {data?.cancelled && <Result cancellation={data} onClose={onClose} />}
    </Dialog>
  )
}

interface FormProps extends Props {
  preview: ShowCancellation
}

function CancelForm({ show, preview, onClose }: FormProps) {
  const [reason, setReason] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const cancel = useCancelShow(show._id)
  const isConfirmed = confirmation.trim().toUpperCase() === CONFIRMATION
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConfirmed) cancel.mutate(reason)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Effects {...preview} />
      <ReasonField
        value={reason}
        suggestions={REASONS}
        error={cancel.error?.message}
        hint="Visitors read it in their mails and on the site."
        onChange={setReason}
      />
      <Field
        label={`Type ${CONFIRMATION} to confirm`}
        name="confirmation"
        value={confirmation}
        autoComplete="off"
        autoCapitalize="characters"
        hint="A cancelled show cannot be opened again."
        onChange={({ target }) => setConfirmation(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" busy={cancel.isPending} disabled={!isConfirmed}>
          {cancel.isPending ? 'Cancelling…' : 'Cancel show'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Keep show
        </Button>
      </div>
    </form>
  )
}

function Effects({ toRefund, holders, admitted, parked }: ShowCancellation) {
  const withoutMail = toRefund.bookings - toRefund.mails
  const warnings = [
    withoutMail > 0 && `${countOf(withoutMail, 'booking')} without an email: tell them yourself.`,
    toRefund.cash > 0 &&
      `${formatRupees(toRefund.cash)} was paid in cash: the counter gives it back.`,
    admitted > 0 && `${countOf(admitted, 'visitor')} already let in.`,
    parked > 0 && `${countOf(parked, 'vehicle')} already with the valet.`,
    holders > 0 &&
      `${countOf(holders, 'visitor')} choosing or paying now: their seats are released.`,
  ].filter((text) => text !== false)
  return (
    <div className="grid gap-3">
      <Totals totals={toRefund} />
      {warnings.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Totals({ totals }: { totals: RefundTotals }) {
  const facts: Fact[] = [
    ['Bookings', totals.bookings],
    ['People', totals.seats],
    ['Vehicles', totals.slots],
    ['Mails', totals.mails],
    ['Refund', formatRupees(totals.refund)],
  ]
  return <Facts facts={facts} className="grid-cols-3 gap-x-4" />
}

function Result({
  cancellation: { cancelled, refunded, toRefund },
  onClose,
}: {
  cancellation: ShowCancellation
  onClose: () => void
}) {
  const all = refunded.bookings + toRefund.bookings
  return (
    <div className="grid gap-4">
      <p role="status" className="font-semibold">
        {cancelled?.isFinished
          ? `The show is cancelled. ${countOf(refunded.bookings, 'booking')} refunded.`
          : `Refunding: ${refunded.bookings} of ${countOf(all, 'booking')}. You may close this; the server goes on by itself.`}
      </p>
      {!cancelled?.isFinished && (
        <progress className="w-full" max={all} value={refunded.bookings} aria-label="Refunded" />
      )}
      <Totals totals={refunded} />
      <p className="text-ash">Reason: {cancelled?.reason}</p>
      <Button className="justify-self-start" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
