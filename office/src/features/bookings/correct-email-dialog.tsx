import type { StaffBooking } from '@marquee/contract/office/bookings'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { useCorrectEmail } from './bookings.queries.ts'

interface Props {
  booking: StaffBooking
  onClose: () => void
}

/** Corrects the address of a booking and sends its emails there. */
export function CorrectEmailDialog({ booking: { reference, contact }, onClose }: Props) {
  const [email, setEmail] = useState(contact.email ?? '')
  const correct = useCorrectEmail(reference, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    correct.mutate(email)
  }
  return (
    <Dialog
      title={`Email of ${reference}`}
      text="Emails about this booking go to this address from now on. What was not delivered is sent at once."
      isBusy={correct.isPending}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          value={email}
          error={correct.error?.message}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Button type="submit" busy={correct.isPending} disabled={email.trim() === ''}>
          Save and send
        </Button>
      </form>
    </Dialog>
  )
}
