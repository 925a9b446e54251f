import type { CounterRefund } from '@marquee/contract/office/counter/refunds'
import { formatRupees } from '@marquee/contract/text/money'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useState } from 'react'
import { PayRefundDialog } from './pay-refund-dialog.tsx'
import { useRefunds } from './refunds.queries.ts'

/** What the counter owes for a booking, with a button to pay it out. Shows nothing if it owes nothing. */
export function BookingRefunds({ reference }: { reference: string }) {
  const { data } = useRefunds('owed', reference)
  const [paying, setPaying] = useState<CounterRefund>()
  if (!paying && !data?.refunds.length) return
  return (
    <section aria-label="Refunds to pay" className="mb-4 grid gap-2 border-b border-rule pb-4">
      {data?.refunds.map((refund) => (
        <p key={refund.number} className="flex flex-wrap items-center justify-between gap-2">
          <span>
            <span className="font-semibold">{formatRupees(refund.amount)}</span> to pay out
          </span>
          <Button onClick={() => setPaying(refund)}>Pay out</Button>
        </p>
      ))}
      {paying && <PayRefundDialog refund={paying} onClose={() => setPaying(undefined)} />}
    </section>
  )
}
