import { GOOGLE_MESSAGES, type GoogleResult } from '@marquee/contract/accounts/google'

type GoogleFailure = Exclude<GoogleResult, 'done'>

/** Results that are not errors. */
const NEUTRAL = new Set<GoogleFailure>(['link', 'cancelled'])

/** Shows the result of Continue with Google above the sign-in form. */
export function GoogleMessage({ result }: { result: GoogleFailure }) {
  const isNeutral = NEUTRAL.has(result)
  return (
    <p
      role={isNeutral ? 'status' : 'alert'}
      className={`mb-6 border-l-2 bg-ink/60 px-4 py-3 text-sm text-ivory ${isNeutral ? 'border-brass' : 'border-danger'}`}
    >
      {GOOGLE_MESSAGES[result]}
    </p>
  )
}
