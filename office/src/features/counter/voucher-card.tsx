import { formatVoucherCode } from '@marquee/contract/bookings/voucher-code'
import type { Voucher } from '@marquee/contract/office/counter/vouchers'
import { formatRupees } from '@marquee/contract/text/money'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import Printer from 'lucide-react/icons/printer'
import { useCurrentDevice } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'

/** A voucher to read out or print. */
export function VoucherCard({ voucher }: { voucher: Voucher }) {
  const { cinema, timeZone } = useCurrentDevice()
  return (
    <div className="grid gap-3">
      <section aria-label="Voucher" className="panel grid gap-1 p-4 text-center">
        <p>{cinema.name}</p>
        <p className="tabular text-2xl font-semibold">{formatRupees(voucher.balance)}</p>
        <p className="tabular text-xl font-semibold tracking-wide">
          {formatVoucherCode(voucher.code)}
        </p>
        <p className="text-sm text-ash">
          Valid until {dateTimeOf(voucher.validUntil, timeZone)}. Enter the code when you pay, on
          the site or at the counter.
        </p>
      </section>
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-5" />
        <span>Print</span>
      </Button>
    </div>
  )
}
