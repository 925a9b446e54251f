import { type GoogleReturn, googleSignInPath } from '@marquee/contract/accounts/google'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useState } from 'react'
import { replaceLocation } from '#lib/replace-location.ts'
import { siteSettings } from '#lib/site-settings.ts'

/** Shown only if the cinema offers Google sign-in. */
export function ContinueWithGoogle(returnTo: GoogleReturn) {
  const [leaving, setLeaving] = useState(false)
  if (!siteSettings.googleSignIn) return null

  const openProvider = () => {
    setLeaving(true)
    replaceLocation(googleSignInPath(returnTo))
  }

  return (
    <>
      <p className="my-6 flex items-center gap-4 text-sm text-ash before:h-px before:grow before:bg-brass/25 after:h-px after:grow after:bg-brass/25">
        or
      </p>
      {/* Never disabled: a user who stops the navigation can press again. */}
      <Button variant="secondary" onClick={openProvider} aria-busy={leaving} className="w-full">
        <GoogleMark />
        {leaving ? 'Loading...' : 'Continue with Google'}
      </Button>
    </>
  )
}

/** The letter G. */
function GoogleMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-5 fill-none stroke-current stroke-3"
    >
      <path d="M20.5 12a8.5 8.5 0 1 1-2.9-6.4M12.2 12h9.8" />
    </svg>
  )
}
