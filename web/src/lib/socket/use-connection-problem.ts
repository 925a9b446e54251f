import { useIsOffline } from '@marquee/ui-kit/lib/use-is-offline.ts'

/** Why the server cannot be reached, as far as the browser knows. */
export const useConnectionProblem = () =>
  useIsOffline() ? "You're offline." : "We can't reach the cinema right now."
