import { googleSignInPath } from '@marquee/contract/google'
import { useState } from 'react'
import { GoogleMark } from '#features/session/google-mark.tsx'
import { cinema } from '#lib/cinema.ts'
import { leaveFor } from '#lib/leave.ts'
import { Button } from '#ui/button.tsx'

/** The other way in, where this cinema offers it. `from` is the page of ours to come back to. */
export function ContinueWithGoogle({ from }: { from: string }) {
  const [leaving, setLeaving] = useState(false)
  if (!cinema.google) return null

  const leave = () => {
    setLeaving(true)
    leaveFor(googleSignInPath(from))
  }

  return (
    <>
      <p className="my-6 flex items-center gap-4 text-sm text-ash before:h-px before:grow before:bg-brass/25 after:h-px after:grow after:bg-brass/25">
        or
      </p>
      {/* Never disabled: whoever stops the browser on its way can press again. */}
      <Button variant="quiet" onClick={leave} aria-busy={leaving} className="w-full">
        <GoogleMark />
        {leaving ? 'Loading...' : 'Continue with Google'}
      </Button>
    </>
  )
}
