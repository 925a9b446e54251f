import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ReasonField } from '#ui/reason-field.tsx'

interface Props {
  /** The text of the button. */
  action: ReactNode
  /** What staff must agree to first. Undefined if everyone has a seat. */
  refund: ReactNode | undefined
  isBusy: boolean
  error: Error | null
  onConfirm: (confirmed: { reason: string; isRefunded: boolean }) => void
}

/** Asks for the reason, and for the refund of those without seats. */
export function ConfirmPlan({ action, refund, isBusy, error, onConfirm }: Props) {
  const [reason, setReason] = useState('')
  const [isRefunded, setRefunded] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm({ reason, isRefunded })
  }
  return (
    <form onSubmit={submit} noValidate className="panel grid gap-4 p-4" aria-label="Confirm">
      <ReasonField
        value={reason}
        error={error?.message}
        hint="Visitors read it in the mail. It stays in the audit: no names of visitors."
        onChange={setReason}
      />
      {refund !== undefined && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={isRefunded}
            onChange={({ target }) => setRefunded(target.checked)}
            className="size-5"
          />
          {refund}
        </label>
      )}
      <Button
        type="submit"
        variant="danger"
        busy={isBusy}
        disabled={refund !== undefined && !isRefunded}
        className="justify-self-start"
      >
        {action}
      </Button>
    </form>
  )
}
