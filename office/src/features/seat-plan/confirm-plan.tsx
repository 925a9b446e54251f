import { ApiError } from '@marquee/ui-kit/lib/api.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ReasonField } from '#ui/reason-field.tsx'

interface Props {
  planId: string
  /** The text of the button. */
  action: ReactNode
  /** What staff must agree to first. Undefined if everyone has a seat. */
  refundLabel: ReactNode | undefined
  reason: string
  isBusy: boolean
  error: Error | null
  onReasonChange: (reason: string) => void
  onConfirm: (acceptsRefund: boolean) => void
}

/** Asks for the reason, and for the refund of those without seats. */
export function ConfirmPlan(props: Props) {
  const { planId, action, refundLabel, reason, isBusy, error, onReasonChange, onConfirm } = props
  // Another plan refunds other people.
  const [acceptedPlanId, setAcceptedPlanId] = useState<string>()
  const acceptsRefund = acceptedPlanId === planId
  const isAboutReason = error instanceof ApiError && error.code === 'INVALID'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm(acceptsRefund)
  }
  return (
    <form onSubmit={submit} noValidate className="panel grid gap-4 p-4" aria-label="Confirm">
      <ReasonField
        value={reason}
        error={isAboutReason ? error.message : undefined}
        hint="Visitors read it in the email. It stays in the audit: no names of visitors."
        onChange={onReasonChange}
      />
      {refundLabel !== undefined && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={acceptsRefund}
            onChange={({ target }) => setAcceptedPlanId(target.checked ? planId : undefined)}
            className="size-5"
          />
          {refundLabel}
        </label>
      )}
      {error && !isAboutReason && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
      <Button
        type="submit"
        variant="danger"
        busy={isBusy}
        disabled={refundLabel !== undefined && !acceptsRefund}
        className="justify-self-start"
      >
        {action}
      </Button>
    </form>
  )
}
