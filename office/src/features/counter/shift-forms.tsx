import { openShift, type Shift, signOffShift } from '@marquee/contract/office/counter/shifts'
import { formatRupees } from '@marquee/contract/text/money'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Facts } from '#ui/facts.tsx'

/** The key of all lists of shifts. */
export const shiftsKey = ['shifts']

const refetchShifts = () => queryClient.invalidateQueries({ queryKey: shiftsKey })

const useOpenShift = () =>
  useMutation({
    mutationFn: (openingFloat: number) => call(openShift, { body: { openingFloat } }),
    onSettled: refetchShifts,
  })

const useSignOffShift = (shiftId: string) =>
  useMutation({
    mutationFn: ({ counted, note }: { counted: number; note: string }) =>
      call(signOffShift, { body: { shiftId, counted, ...(note.trim() && { note }) } }),
    onSuccess: () => notify('The shift is signed off.'),
    onSettled: refetchShifts,
  })

const isAmount = (text: string) =>
  /^\s*\d{1,8}\s*$/.test(text) || 'Please enter an amount in whole rupees.'

/** Begins a shift with the cash that is in the drawer. */
export function OpenShiftForm() {
  const open = useOpenShift()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { openingFloat: '' } })
  return (
    <form
      noValidate
      className="panel grid max-w-md gap-4 p-4"
      onSubmit={handleSubmit(({ openingFloat }) => open.mutate(Number(openingFloat)))}
    >
      <h2 className="font-semibold">Open a shift</h2>
      <Field
        label="Cash in the drawer now, in rupees"
        inputMode="numeric"
        autoComplete="off"
        error={formState.errors.openingFloat?.message ?? open.error?.message}
        {...register('openingFloat', { validate: isAmount })}
      />
      <Button type="submit" busy={open.isPending}>
        Open the shift
      </Button>
    </form>
  )
}

/** `−₹10` is missing, `+₹10` is too much. */
export const cashDifferenceText = (difference: number) =>
  difference === 0 ? 'None' : `${difference < 0 ? '−' : '+'}${formatRupees(Math.abs(difference))}`

/** What should be in the drawer. */
export const ShiftFacts = ({ shift }: { shift: Shift }) => (
  <Facts
    facts={[
      ['Opening float', formatRupees(shift.openingFloat)],
      ['Sales in cash', formatRupees(shift.sales)],
      ['Paid out in cash', formatRupees(shift.payouts)],
      ['Should be in the drawer', formatRupees(shift.expected)],
    ]}
    className="grid-cols-2 gap-x-6 sm:grid-cols-4"
  />
)

/** Counts the drawer and signs the shift off. */
export function SignOffForm({ shift }: { shift: Shift }) {
  const close = useSignOffShift(shift._id)
  const { register, handleSubmit, formState, watch } = useForm({
    defaultValues: { counted: '', note: '' },
  })
  const counted = watch('counted')
  const difference = isAmount(counted) === true ? Number(counted) - shift.expected : undefined
  return (
    <form
      noValidate
      className="panel grid max-w-md gap-4 p-4"
      onSubmit={handleSubmit(({ counted: cash, note }) =>
        close.mutate({ counted: Number(cash), note }),
      )}
    >
      <h2 className="font-semibold">Count and sign off</h2>
      <Field
        label="Cash counted, in rupees"
        inputMode="numeric"
        autoComplete="off"
        error={formState.errors.counted?.message}
        {...register('counted', { validate: isAmount })}
      />
      <p className="flex items-baseline justify-between" aria-live="polite">
        <span>Difference</span>
        <output className="tabular text-xl font-semibold">
          {difference === undefined ? '–' : cashDifferenceText(difference)}
        </output>
      </p>
      <Field
        label="Note, optional"
        maxLength={200}
        autoComplete="off"
        hint="Stays in the audit: no names of visitors."
        error={close.error?.message}
        {...register('note')}
      />
      <Button type="submit" busy={close.isPending}>
        Sign off the shift
      </Button>
      <p className="text-sm text-ash">It cannot be changed afterwards.</p>
    </form>
  )
}
