import { ApiError } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Checkbox } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { type ReactNode, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ReasonField } from '#ui/reason-field.tsx'

interface Props {
  /** Another one for each plan: its id or its hash. */
  planKey: string
  /** The text of the button. */
  action: ReactNode
  /** What staff must agree to first. Undefined if everyone has a seat. */
  refundLabel: ReactNode | undefined
  /** Of the page: staff may look at several plans before it confirms one. */
  form: UseFormReturn<{ reason: string }>
  /** False: nothing sold is concerned, and no visitor gets the reason. */
  needsReason?: boolean
  isBusy: boolean
  error: Error | null
  onConfirm: (reason: string, acceptsRefund: boolean) => void
}

/** Asks for the reason, and for the refund of those without seats. */
export function ConfirmPlan(props: Props) {
  const { planKey, action, refundLabel, form, needsReason = true, isBusy, error, onConfirm } = props
  // Another plan refunds other people.
  const [acceptedPlanKey, setAcceptedPlanKey] = useState<string>()
  const acceptsRefund = acceptedPlanKey === planKey
  const isAboutReason = needsReason && error instanceof ApiError && error.code === 'INVALID'
  const submit = form.handleSubmit(({ reason }) => onConfirm(reason, acceptsRefund))
  return (
    <form onSubmit={submit} noValidate className="panel grid gap-4 p-4" aria-label="Confirm">
      {needsReason && (
        <ReasonField
          error={isAboutReason ? error.message : undefined}
          hint="Visitors read it in the email. It stays in the audit: no names of visitors."
          {...form.register('reason')}
        />
      )}
      {refundLabel !== undefined && (
        <Checkbox
          checked={acceptsRefund}
          onChange={({ target }) => setAcceptedPlanKey(target.checked ? planKey : undefined)}
        >
          {refundLabel}
        </Checkbox>
      )}
      {error && !isAboutReason && <ErrorText>{error.message}</ErrorText>}
      <Button
        type="submit"
        variant={needsReason ? 'danger' : 'primary'}
        busy={isBusy}
        disabled={refundLabel !== undefined && !acceptsRefund}
        className="justify-self-start"
      >
        {action}
      </Button>
    </form>
  )
}
