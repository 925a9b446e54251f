import type { CounterRefund } from '@marquee/contract/office/counter/refunds'
import { countOf } from '@marquee/contract/text/count'
import { formatRupees } from '@marquee/contract/text/money'
import { ChoiceField } from '@marquee/ui-kit/ui/field.tsx'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PayRefundDialog } from '#features/counter/pay-refund-dialog.tsx'
import { RefundTable } from '#features/counter/refund-table.tsx'
import { useRefunds } from '#features/counter/refunds.queries.ts'
import { Facts } from '#ui/facts.tsx'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

const STATES = [
  ['owed', 'To pay'],
  ['paid', 'Paid out'],
] as const

/** The refunds that the counter owes, and those that it has paid out. */
export function RefundsPage() {
  const { register, watch } = useForm({ defaultValues: { state: 'owed' as 'owed' | 'paid' } })
  const state = watch('state')
  const { data, error, refetch } = useRefunds(state)
  const [paying, setPaying] = useState<CounterRefund>()
  return (
    <Page title="Refunds to pay">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <ChoiceField legend="List" options={STATES} {...register('state')} />
        {data && (
          <Facts
            facts={[
              ['Owed', countOf(data.owed.count, 'refund')],
              ['In cash', formatRupees(data.owed.cash)],
              ['To cards', formatRupees(data.owed.card)],
            ]}
            className="grid-cols-3 gap-x-6"
          />
        )}
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data?.refunds.length === 0 && (
        <EmptyState
          ornament={<Undo2 />}
          title={state === 'owed' ? 'Nothing is owed' : 'Nothing was paid out yet'}
          text="A refund of a sale in cash or by card at the counter appears here until it is paid out."
        />
      )}
      {data && data.refunds.length > 0 && <RefundTable refunds={data.refunds} onPay={setPaying} />}
      <HowDoI
        answers={[
          [
            'pay a refund out',
            'Press its button, choose cash, card or voucher, hand it over, and confirm. It can be confirmed once.',
          ],
          [
            'refund a booking',
            'Open it under Bookings and press Cancel. Its refund then appears here.',
          ],
        ]}
      />
      {paying && <PayRefundDialog refund={paying} onClose={() => setPaying(undefined)} />}
    </Page>
  )
}
