import { type GoogleReturn, googleSignInPath } from '@marquee/contract/accounts/google'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useState } from 'react'
import { replaceLocation } from '#lib/replace-location.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { GoogleMark } from './google-mark.tsx'

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
