import {
  formatLastDay,
  formatVoucherCode,
  parseVoucherCode,
  VOUCHER_REFUSED,
} from '@marquee/contract/bookings/voucher-code'
import { checkVoucher } from '@marquee/contract/bookings/vouchers'
import { formatRupees } from '@marquee/contract/text/money'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type PendingOrder, withVoucher } from '#features/checkout/pending-order.ts'
import { siteSettings } from '#lib/site-settings.ts'

interface Props {
  order: PendingOrder
  disabled: boolean
  onChange: (order: PendingOrder) => void
}

/** A voucher pays the order, or a part of it. */
export function VoucherForm({ order, disabled, onChange }: Props) {
  const { voucher, bookingData } = order
  const { register, handleSubmit, formState, setError, reset } = useForm({
    defaultValues: { code: '' },
  })
  const check = useMutation({
    mutationFn: (code: string) => call(checkVoucher, { body: { code } }),
    onSuccess: ({ balance }, code) => {
      reset()
      onChange(withVoucher(order, { code, amount: Math.min(balance, bookingData.totalCost) }))
    },
    onError: ({ message }) => setError('code', { message }),
  })
  if (voucher) {
    const rest = bookingData.totalCost - voucher.amount
    // Not known after a reload.
    const { balance = voucher.amount, validUntil = '' } = check.data ?? {}
    const left = balance - voucher.amount
    return (
      <section aria-label="Voucher" className="panel flex flex-wrap items-center gap-3 p-5 sm:p-7">
        <p role="status" className="min-w-0 grow">
          <span className="tabular block font-semibold">{formatVoucherCode(voucher.code)}</span>
          The voucher pays {formatRupees(voucher.amount)}.
          {rest > 0 && ` The card pays the other ${formatRupees(rest)}.`}
          {left > 0 &&
            ` ${formatRupees(left)} stay on it, valid until ${formatLastDay(Date.parse(validUntil), siteSettings.timeZone)}.`}
        </p>
        <Button
          variant="quiet"
          disabled={disabled}
          onClick={() => onChange(withVoucher(order, undefined))}
        >
          Remove voucher
        </Button>
      </section>
    )
  }
  const submit = handleSubmit(({ code: typed }) => {
    const code = parseVoucherCode(typed)
    if (code === undefined) setError('code', { message: VOUCHER_REFUSED })
    else check.mutate(code)
  })
  return (
    <form
      noValidate
      aria-label="Voucher"
      onSubmit={submit}
      className="panel flex flex-wrap items-start gap-3 p-5 sm:p-7"
    >
      <Field
        label="Voucher code, if you have one"
        className="min-w-[min(12rem,100%)] grow"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="2345-6789-ABCD-EFGH"
        error={formState.errors.code?.message}
        {...register('code')}
      />
      <Button
        type="submit"
        variant="secondary"
        busy={check.isPending}
        disabled={disabled}
        className="mt-7"
      >
        Use voucher
      </Button>
    </form>
  )
}
