import type { MovePlan } from '@marquee/contract/office/show-moves'
import { type FormEvent, useState } from 'react'
import { countOf } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'

interface Props {
  counts: MovePlan['counts']
  isBusy: boolean
  error: Error | null
  onConfirm: (confirmed: { reason: string; refundUnseated: boolean }) => void
}

/** Asks for the reason, and for the parties without seats. */
export function ConfirmMove({ counts, isBusy, error, onConfirm }: Props) {
  const [reason, setReason] = useState('')
  const [refundUnseated, setRefundUnseated] = useState(false)
  const { unseatedBookings, mails } = counts
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm({ reason, refundUnseated })
  }
  return (
    <form onSubmit={submit} noValidate className="panel grid gap-4 p-4" aria-label="Confirm">
      <Field
        label="Reason"
        value={reason}
        maxLength={200}
        autoComplete="off"
        error={error?.message}
        hint="Visitors read it in the mail. It stays in the audit: no names of visitors."
        onChange={({ target }) => setReason(target.value)}
      />
      {unseatedBookings > 0 && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={refundUnseated}
            onChange={({ target }) => setRefundUnseated(target.checked)}
            className="size-5"
          />
          Cancel and refund {countOf(unseatedBookings, 'booking')} without seats
        </label>
      )}
      <Button
        type="submit"
        variant="danger"
        busy={isBusy}
        disabled={unseatedBookings > 0 && !refundUnseated}
        className="justify-self-start"
      >
        Move the show and send {countOf(mails, 'mail')}
      </Button>
    </form>
  )
}
