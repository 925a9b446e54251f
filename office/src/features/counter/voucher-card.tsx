import { formatLastDay, formatVoucherCode } from '@marquee/contract/bookings/voucher-code'
import type { Voucher } from '@marquee/contract/office/counter/vouchers'
import { formatRupees } from '@marquee/contract/text/money'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import Printer from 'lucide-react/icons/printer'
import { useCurrentDevice } from '#lib/device.queries.ts'
import { Slip } from '#ui/slip.tsx'

/** A voucher to read out or print. Its slip is printed alone. */
export function VoucherCard({ voucher }: { voucher: Voucher }) {
  return (
    <div className="grid gap-3">
      <section aria-label="Voucher" className="panel grid gap-1 p-4 text-center">
        <VoucherText voucher={voucher} />
      </section>
      <Slip>
        <VoucherText voucher={voucher} />
      </Slip>
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-5" />
        <span>Print</span>
      </Button>
    </div>
  )
}

function VoucherText({ voucher: { balance, code, validUntil } }: { voucher: Voucher }) {
  const { cinema, timeZone } = useCurrentDevice()
  return (
    <>
      <p dir="auto">{cinema.name}</p>
      <p className="tabular text-2xl font-semibold">{formatRupees(balance)}</p>
      <p className="tabular text-xl font-semibold tracking-wide">{formatVoucherCode(code)}</p>
      <p className="text-sm">
        Valid until {formatLastDay(Date.parse(validUntil), timeZone)}. Enter the code when you pay,
        on the site or at the counter.
      </p>
    </>
  )
}
