import { errorMessage } from '@marquee/browser/api.ts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/notify.ts'
import { useRequestConfirmation } from './email-proof.mutations.ts'
import type { SessionUser } from './session.store.ts'

/** Asks for the confirmation of the email, at the bottom of the window: content does not move when it appears. */
export function ConfirmEmailBanner({ user }: { user: SessionUser }) {
  const [isOpen, setIsOpen] = useState(true)
  const { mutate, isPending } = useRequestConfirmation(user._id)
  const sendAgain = () =>
    mutate(undefined, {
      onSuccess: ({ message }) => notify(message),
      onError: (error) => notify(errorMessage(error) ?? error.message),
    })

  if (!isOpen) return null
  return (
    <aside aria-label="Email confirmation" className="bottom-banner">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-8">
        <p className="min-w-0 text-sm wrap-anywhere text-ivory">
          Please confirm your email with the link we sent to {user.email}.
        </p>
        <div className="flex gap-3">
          <Button variant="quiet" busy={isPending} onClick={sendAgain}>
            Send Again
          </Button>
          <Button variant="quiet" onClick={() => setIsOpen(false)}>
            Not Now
          </Button>
        </div>
      </div>
    </aside>
  )
}
