import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { PAGES } from '../pages.ts'

/** The result of a Google sign-in, as the page reads it from its query string. */
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

/** What the page shows for each failure. */
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
/** The pages with a Continue with Google button. After a failure the visitor returns to the same page. */
export const GooglePage = z.enum([PAGES.signIn, PAGES.signUp])
export type GooglePage = z.infer<typeof GooglePage>

/** A page, not a call: redirects the browser to the provider. Its query has the parts of a `GoogleReturn`. */
export const startGoogleSignIn = endpoint({
  method: 'GET',
  path: '/api/auth/google/start',
  response: z.void(),
})

/** The page to which the provider redirects the browser. Redirects to the page of the button with the result. */
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

export interface GoogleReturn {
  /** The page to open after signing in. */
  from: string
  /** The page of the button. */
  page: GooglePage
}

/** The target of the Continue with Google button. */
export const googleSignInPath = ({ from, page }: GoogleReturn) =>
  `${startGoogleSignIn.path}?${new URLSearchParams({ from, page })}`
