import {
  type CounterRefund,
  type PayoutMethod,
  payRefund,
} from '@marquee/contract/office/counter/refunds'
import { formatRupees } from '@marquee/contract/text/money'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { ChoiceField } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { bookingKeys } from '#lib/bookings.queries.ts'
import { VoucherCard } from './voucher-card.tsx'

interface Payout {
  bookingId: string
  number: number
  method: PayoutMethod
}

const usePayRefund = () =>
  useMutation({
    mutationFn: ({ bookingId, number, method }: Payout) =>
      call(payRefund, { params: { bookingId, number: String(number) }, body: { method } }),
    // Also after a refusal: another device may have paid it out.
    onSettled: () => queryClient.invalidateQueries({ queryKey: bookingKeys.all }),
  })

const METHODS = [
  ['cash', 'Cash'],
  ['card', 'Card'],
  ['voucher', 'Voucher'],
] as const

const INSTRUCTIONS: Record<PayoutMethod, string> = {
  cash: 'Hand over the cash, then press the button.',
  card: 'Refund it at the card terminal first. Press the button when the terminal says that it is done.',
  voucher: 'The voucher is made when you press the button.',
}

interface Props {
  refund: CounterRefund
  onClose: () => void
}

/** Records that a refund is handed to the buyer. */
export function PayRefundDialog({ refund, onClose }: Props) {
  const { register, watch } = useForm({ defaultValues: { method: refund.method as PayoutMethod } })
  const method = watch('method')
  const pay = usePayRefund()
  const amount = formatRupees(refund.amount)
  const title = `Pay out ${amount} for ${refund.reference}`
  if (pay.data)
    return (
      <Dialog title={`${amount} is paid out`} onClose={onClose}>
        <div className="grid gap-4">
          {pay.data.voucher ? (
            <VoucherCard voucher={pay.data.voucher} />
          ) : (
            <p role="status">The refund of {refund.reference} is done.</p>
          )}
          <Button onClick={onClose}>Done</Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      title={title}
      text={[refund.name, refund.movie].filter(Boolean).join(', ')}
      isBusy={pay.isPending}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <ChoiceField legend="How" options={METHODS} {...register('method')} />
        <p>{INSTRUCTIONS[method]}</p>
        {pay.error && <ErrorText>{pay.error.message}</ErrorText>}
        <div className="flex flex-wrap gap-2">
          <Button
            busy={pay.isPending}
            onClick={() =>
              pay.mutate({ bookingId: refund.bookingId, number: refund.number, method })
            }
          >
            {method === 'voucher' ? `Make a voucher of ${amount}` : `${amount} is handed over`}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Not now
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
