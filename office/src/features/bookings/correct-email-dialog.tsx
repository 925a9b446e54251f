import type { StaffBooking } from '@marquee/contract/office/bookings'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { useForm } from 'react-hook-form'
import { useCorrectEmail } from './bookings.queries.ts'

interface Props {
  booking: StaffBooking
  onClose: () => void
}

/** Corrects the address of a booking and sends its emails there. */
export function CorrectEmailDialog({ booking: { reference, contact }, onClose }: Props) {
  const { register, handleSubmit, watch } = useForm({
    defaultValues: { email: contact.email ?? '' },
  })
  const correct = useCorrectEmail(reference, onClose)
  return (
    <Dialog
      title={`Email of ${reference}`}
      text="Emails about this booking go to this address from now on. What was not delivered is sent at once."
      isBusy={correct.isPending}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={handleSubmit(({ email }) => correct.mutate(email))}
        className="grid gap-4"
      >
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          error={correct.error?.message}
          {...register('email')}
        />
        <Button type="submit" busy={correct.isPending} disabled={watch('email').trim() === ''}>
          Save and send
        </Button>
      </form>
    </Dialog>
  )
}
