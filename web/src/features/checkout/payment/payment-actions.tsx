import { formatRupees } from '@marquee/contract/text/money'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import ArrowLeft from 'lucide-react/icons/arrow-left'

interface Props {
  /** Rupees. */
  totalCost: number
  busy: boolean
  /** Undefined if the visitor is signed out. */
  onPay: (() => void) | undefined
  onBack: () => void
}

/** The buttons of the payment. On narrow screens they stick to the bottom. */
export function PaymentActions({ totalCost, busy, onPay, onBack }: Props) {
  return (
    <div className="booking-bar flex flex-wrap items-center gap-3">
      <Button variant="secondary" disabled={busy} onClick={onBack} className="max-sm:px-3">
        <ArrowLeft aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Go Back</span>
      </Button>
      <Button className="grow" busy={busy} disabled={!onPay} onClick={onPay}>
        {busy ? 'Processing...' : `Complete Payment (${formatRupees(totalCost)})`}
      </Button>
    </div>
  )
}
