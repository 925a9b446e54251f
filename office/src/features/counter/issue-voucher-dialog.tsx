import type { CallInput } from '@marquee/contract/calls/endpoint'
import { issueVoucher } from '@marquee/contract/office/counter/vouchers'
import { call, fieldErrors } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { ReasonField } from '#ui/reason-field.tsx'
import { VoucherCard } from './voucher-card.tsx'

export const vouchersKey = ['vouchers']

const useIssueVoucher = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof issueVoucher>['body']) => call(issueVoucher, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: vouchersKey }),
  })

const REASONS = ['Goodwill', 'Gift', 'Lost property', 'Technical failure']

/** Issues a voucher by hand, and shows its code. */
export function IssueVoucherDialog({ onClose }: { onClose: () => void }) {
  const issue = useIssueVoucher()
  const { register, handleSubmit } = useForm({
    defaultValues: { amount: '', reason: '', email: '' },
  })
  const errors = fieldErrors(issue.error)
  if (issue.data)
    return (
      <Dialog title="The voucher is issued" onClose={onClose}>
        <div className="grid gap-4">
          <VoucherCard voucher={issue.data} />
          <Button onClick={onClose}>Done</Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="Issue a voucher" onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={handleSubmit(({ amount, reason, email }) =>
          issue.mutate({
            amount: /^\s*\d+\s*$/.test(amount) ? Number(amount) : 0,
            reason,
            ...(email.trim() && { email }),
          }),
        )}
      >
        <Field
          label="Amount in rupees"
          inputMode="numeric"
          autoFocus
          autoComplete="off"
          error={errors.amount}
          {...register('amount')}
        />
        <ReasonField suggestions={REASONS} error={errors.reason} {...register('reason')} />
        <Field
          label="Email (optional)"
          type="email"
          hint="Gets the code."
          autoComplete="off"
          error={errors.email}
          {...register('email')}
        />
        {issue.error && Object.keys(errors).length === 0 && (
          <ErrorText>{issue.error.message}</ErrorText>
        )}
        <Button type="submit" busy={issue.isPending}>
          Issue
        </Button>
      </form>
    </Dialog>
  )
}
