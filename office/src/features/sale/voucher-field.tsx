import { parseVoucherCode, VOUCHER_REFUSED } from '@marquee/contract/bookings/voucher-code'
import { findVoucher } from '@marquee/contract/office/counter/vouchers'
import { formatRupees } from '@marquee/contract/text/money'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type { SaleDraft } from './sale-draft.ts'

/** Rupees that are left on the voucher with this code. Undefined without a code, and while it cannot be used: `error` says why. */
export function useVoucherBalance(typed: string) {
  const code = parseVoucherCode(typed)
  const { data, error } = useQuery({
    queryKey: ['voucher', code],
    queryFn: ({ signal }) => call(findVoucher, { body: { code: code ?? '' } }, signal),
    enabled: code !== undefined,
    staleTime: 0,
    retry: false,
  })
  if (typed.trim() === '') return { balance: undefined, error: undefined }
  if (code === undefined) return { balance: undefined, error: VOUCHER_REFUSED }
  if (error) return { balance: undefined, error: error.message }
  if (!data) return { balance: undefined, error: undefined }
  if (Date.parse(data.validUntil) <= serverNow())
    return { balance: undefined, error: 'This voucher is no longer valid.' }
  if (data.balance === 0) return { balance: undefined, error: 'Nothing is left on this voucher.' }
  return { balance: data.balance, error: undefined }
}

interface Props {
  voucher: ReturnType<typeof useVoucherBalance>
  /** Rupees that it pays. */
  amount: number
  form: UseFormReturn<SaleDraft>
}

/** The code of a voucher that pays all or a part of the sale. */
export const VoucherField = ({ voucher: { balance, error }, amount, form }: Props) => (
  <details open={error !== undefined || balance !== undefined || undefined}>
    <summary className="min-h-11 py-2.5 font-medium">Voucher (optional)</summary>
    <Field
      label="Code of the voucher"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      error={error}
      hint={
        balance === undefined
          ? 'Dashes and spaces do not matter.'
          : `${formatRupees(balance)} are left on it. It pays ${formatRupees(amount)}.`
      }
      {...form.register('voucherCode')}
    />
  </details>
)
