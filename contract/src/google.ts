import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PAGES } from './pages.ts'

/** The result of a Google sign-in, as the sign-in page reads it from its query string. */
export const GoogleResult = z.enum([
  'done',
  'cancelled',
  'refused',
  'unverified',
  'unavailable',
  'busy',
  'link',
  'taken',
])
export type GoogleResult = z.infer<typeof GoogleResult>

/** What the sign-in page shows for each failure. */
export const GOOGLE_MESSAGES: Record<Exclude<GoogleResult, 'done'>, string> = {
  cancelled: 'Google sign-in was cancelled.',
  refused: 'Google sign-in failed. Please try again.',
  unverified: 'Google has not verified your email address, so you cannot sign in with it.',
  unavailable: 'Google is not available right now. Please try again in a moment.',
  busy: 'We are busy right now. Please try again in a moment.',
  link: 'There is already an account with your email address. Sign in with its password once to link it to Google.',
  taken:
    'There is already an account with your email address that uses another Google account. Please continue with that one.',
}
/** Refuses a new email or password for an account without a password whose last sign-in with Google is too long ago. */
export const GOOGLE_SIGN_IN_NEEDED =
  'Please continue with Google again, then make this change within five minutes.'
export const GOOGLE_DISABLED = 'Continue with Google is not available here.'

/** A page, not a call: redirects the browser to the provider. `from` in its query is the page to return to. */
export const startGoogleSignIn = endpoint({
  method: 'GET',
  path: '/api/auth/google/start',
  response: z.void(),
})

/** The page to which the provider redirects the browser. Redirects to the sign-in page with the result. */
export const googleCallback = endpoint({
  method: 'GET',
  path: '/api/auth/google/callback',
  response: z.void(),
})

/** The email of the Google account that waits for the password of an existing account; null if there is none. */
export const getPendingGoogleLink = endpoint({
  method: 'GET',
  path: '/api/auth/google/link',
  response: z.object({ email: z.nullable(z.string()) }),
})

/** The target of the Continue with Google button. `from` is the page to return to. */
export const googleSignInPath = (from: string) =>
  `${startGoogleSignIn.path}?${new URLSearchParams({ from })}`

/** The sign-in page with the result of a Google sign-in. */
export const googleResultPath = (google: GoogleResult, from: string) =>
  `${PAGES.signIn}?${new URLSearchParams({ google, from })}`
