import { rupees } from '@marquee/contract/money'
import { Button } from '#ui/button.tsx'
import { CardFields } from './card-fields.tsx'

interface Props {
  /** Rupees. */
  totalCost: number
  busy: boolean
  /** Undefined if nobody is signed in. */
  onPay: (() => void) | undefined
  onBack: () => void
}

export function PaymentForm({ totalCost, busy, onPay, onBack }: Props) {
  return (
    <div className="panel p-5 sm:p-7">
      <CardFields />
      <div className="mt-7 flex flex-wrap-reverse gap-3">
        <Button variant="quiet" disabled={busy} onClick={onBack}>
          Go Back
        </Button>
        <Button className="grow" busy={busy} disabled={!onPay} onClick={onPay}>
          {busy ? 'Processing...' : `Complete Payment (${rupees(totalCost)})`}
        </Button>
      </div>
    </div>
  )
}
