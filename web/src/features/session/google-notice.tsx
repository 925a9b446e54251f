import { GOOGLE_MESSAGES, type GoogleResult } from '@marquee/contract/google'

type End = Exclude<GoogleResult, 'done'>

/** These ask for something, or for nothing; the others say that something went wrong. */
const CALM = new Set<End>(['link', 'cancelled'])

/** How the visit to Google has ended, before the form with which to go on. */
export function GoogleNotice({ end }: { end: End }) {
  const calm = CALM.has(end)
  return (
    <p
      role={calm ? 'status' : 'alert'}
      className={`mb-6 border-l-2 bg-ink/60 px-4 py-3 text-sm text-ivory ${calm ? 'border-brass' : 'border-danger'}`}
    >
      {GOOGLE_MESSAGES[end]}
    </p>
  )
}
