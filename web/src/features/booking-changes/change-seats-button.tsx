import { formatRupees } from '@marquee/contract/money'
import { Button } from '#ui/button.tsx'
import type { SeatChange } from './use-seat-change.ts'

interface Props {
  change: SeatChange
  className?: string
}

export function ChangeSeatsButton({ change, className }: Props) {
  const { preview, isPending, submit } = change
  return (
    <Button className={className} busy={isPending} disabled={!submit} onClick={submit}>
      {preview && preview.difference > 0
        ? `Pay ${formatRupees(preview.difference)} and Change`
        : 'Change Seats'}
    </Button>
  )
}
