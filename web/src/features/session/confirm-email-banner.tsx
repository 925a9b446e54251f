import { DAY_MS } from '@marquee/contract/time'
import { errorMessage } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { deviceStorage } from '@marquee/ui-kit/lib/storage.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useState } from 'react'
import { useRequestConfirmation } from './email-proof.mutations.ts'
import type { SessionUser } from './session.store.ts'

const DECLINED_KEY = 'email-confirmation-declined'
const DECLINED_FOR_MS = 30 * DAY_MS

/** Whether a visitor has chosen Not Now on this device in the last 30 days. */
function isDeclined() {
  const age = serverNow() - (deviceStorage.read(DECLINED_KEY, Number) ?? Number.NaN)
  return age >= 0 && age < DECLINED_FOR_MS
}

/** Asks for the confirmation of the email, at the bottom of the window: content does not move when it appears. */
export function ConfirmEmailBanner({ user }: { user: SessionUser }) {
  const [isOpen, setIsOpen] = useState(() => !isDeclined())
  const { mutate, isPending } = useRequestConfirmation(user._id)
  const decline = () => {
    deviceStorage.write(DECLINED_KEY, serverNow())
    setIsOpen(false)
  }
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
          <Button variant="secondary" busy={isPending} onClick={sendAgain}>
            Send Again
          </Button>
          <Button variant="secondary" onClick={decline}>
            Not Now
          </Button>
        </div>
      </div>
    </aside>
  )
}
