import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { useForm } from 'react-hook-form'
import { ReasonField } from '#ui/reason-field.tsx'
import { type OutageOfScreen, usePutBackInService } from './outages.queries.ts'

interface Props {
  outage: OutageOfScreen
  onClose: () => void
}

/** Asks why the seat can be used again. */
export function BackInServiceDialog({ outage, onClose }: Props) {
  const { seatId, seatNumber, screen } = outage
  const { register, handleSubmit } = useForm({ defaultValues: { reason: '' } })
  const putBack = usePutBackInService(onClose)
  const submit = handleSubmit(({ reason }) =>
    putBack.mutate({ seatId, seatNumber, screenId: screen._id, reason }),
  )
  return (
    <Dialog
      title={`${seatNumber} back in service?`}
      text={`Visitors can book it again at all shows of ${screen.name}. Bookings that got another seat keep that one.`}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <ReasonField
          autoFocus
          error={putBack.error?.message}
          hint="Stays in the audit: no names of visitors."
          {...register('reason')}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={putBack.isPending}>
            Back in service
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep it out
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
