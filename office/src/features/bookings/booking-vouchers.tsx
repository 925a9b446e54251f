import { formatLastDay, formatVoucherCode } from '@marquee/contract/bookings/voucher-code'
import type { Voucher } from '@marquee/contract/office/counter/vouchers'
import { formatRupees } from '@marquee/contract/text/money'
import { useTimeZone } from '#lib/device.queries.ts'

/** The vouchers that are refunds of a booking, to read out to a visitor without an email. */
export function BookingVouchers({ vouchers }: { vouchers: Voucher[] }) {
  const timeZone = useTimeZone()
  if (vouchers.length === 0) return
  return (
    <section aria-label="Vouchers" className="grid gap-1">
      <h3 className="font-semibold">Vouchers</h3>
      {vouchers.map(({ _id, code, balance, amount, validUntil }) => (
        <p key={_id}>
          <span className="tabular font-semibold">{formatVoucherCode(code)}</span>
          <span className="block text-sm text-ash">
            {formatRupees(balance)} of {formatRupees(amount)} left, valid until{' '}
            {formatLastDay(Date.parse(validUntil), timeZone)}
          </span>
        </p>
      ))}
    </section>
  )
}
