import { requestConfirmation } from '@marquee/contract/accounts/accounts'
import { DAY_MS } from '@marquee/contract/time'
import { errorMessage } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { deviceStorage } from '@marquee/ui-kit/lib/storage.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callAsUser } from '#lib/api/api.ts'
import type { SessionUser } from './session.store.ts'

const DECLINED_KEY = 'email-confirmation-declined'
const DECLINED_FOR_MS = 30 * DAY_MS

/** Whether a visitor has chosen Not Now on this device in the last 30 days. */
function isDeclined() {
  const age = serverNow() - (deviceStorage.read(DECLINED_KEY, Number) ?? Number.NaN)
  return age >= 0 && age < DECLINED_FOR_MS
}

const useRequestConfirmation = (userId: string) =>
  useMutation({ mutationFn: () => callAsUser(requestConfirmation, {}, userId) })

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
      <div className="mx-auto flex max-w-7xl items-center justify-between gap-x-3 px-4 py-1 sm:gap-x-6 sm:px-8">
        {/* Two lines at most, so that the banner does not cover the page of a phone. */}
        <p className="min-w-0 text-sm leading-5 text-ivory">
          Please confirm your email.{' '}
          <span className="block truncate text-ash sm:inline">We sent a link to {user.email}.</span>
        </p>
        <div className="flex flex-wrap items-center justify-end gap-x-4 whitespace-nowrap sm:shrink-0">
          <button
            type="button"
            aria-busy={isPending || undefined}
            onClick={() => !isPending && sendAgain()}
            className="text-button"
          >
            Send Again
          </button>
          <button type="button" onClick={decline} className="text-button">
            Not Now
          </button>
        </div>
      </div>
    </aside>
  )
}
