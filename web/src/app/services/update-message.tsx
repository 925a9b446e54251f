import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useState } from 'react'
import { runWithoutOpenPayment } from '#lib/open-payment.ts'

/** Offers the new version of the web app, at the bottom of the window. */
export function UpdateMessage({ apply }: { apply: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const update = async () => {
    const isApplied = await runWithoutOpenPayment(apply)
    if (!isApplied) notify('A payment is open in another tab. Please complete it first.')
  }

  if (!isOpen) return null
  return (
    <aside aria-label="New version" className="bottom-banner">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-8">
        <p role="status" className="text-sm text-ivory">
          A new version is ready.
        </p>
        <div className="flex gap-3">
          <Button onClick={update}>Update</Button>
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Not Now
          </Button>
        </div>
      </div>
    </aside>
  )
}
