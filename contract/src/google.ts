import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PAGES } from './pages.ts'

/** How a visit to the identity provider ends. The sign-in page reads it in its own address. */
export const GoogleReturn = z.enum([
  'done',
  'cancelled',
  'refused',
  'unverified',
  'away',
  'busy',
  'link',
  'taken',
])
export type GoogleReturn = z.infer<typeof GoogleReturn>

/** What a person reads of every end but the good one. */
export const GOOGLE_WORDS: Record<Exclude<GoogleReturn, 'done'>, string> = {
  cancelled: 'You left Google before choosing an account. Nobody has been signed in.',
  refused: 'Google did not confirm who you are. Please try again.',
  unverified: 'Google has not verified your e-mail address, so we cannot sign you in with it.',
  away: 'Google cannot be reached just now. Please try again in a moment.',
  busy: 'We are busy right now. Please try again in a moment.',
  link: 'There is already an account with your e-mail address. Please sign in with its password once; from then on Continue with Google will do.',
  taken:
    'There is already an account with your e-mail address, opened with another Google account. Please continue with that one.',
}
export const GOOGLE_OFF = 'Continue with Google is not available here.'

/** A page to go to, not a call to make: it leads on to the provider. `from` in its query is where to come back to. */
export const startGoogle = endpoint({
  method: 'GET',
  path: '/api/auth/google/start',
  answer: z.void(),
})

/** Where the provider sends the browser back to; leads on to a page of the web app. */
export const finishGoogle = endpoint({
  method: 'GET',
  path: '/api/auth/google/callback',
  answer: z.void(),
})

/** Whose account waits to be linked, once its password has been given in this browser. */
export const getGoogleLink = endpoint({
  method: 'GET',
  path: '/api/auth/google/link',
  answer: z.object({ email: z.nullable(z.string()) }),
})

/** Where the button leads. `from` is the page of ours to come back to. */
export const continueWithGoogle = (from: string) =>
  `${startGoogle.path}?${new URLSearchParams({ from })}`

/** The sign-in page, told how the visit has ended. */
export const afterGoogle = (google: GoogleReturn, from: string) =>
  `${PAGES.signIn}?${new URLSearchParams({ google, from })}`
