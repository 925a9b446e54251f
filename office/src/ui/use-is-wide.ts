import { useSyncExternalStore } from 'react'

/** From this width the navigation is at the side. */
const WIDE = '(width >= 64rem)'

function subscribe(onChange: () => void) {
  const query = matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the window is wide. For what is too large to be drawn twice; else CSS hides one of two. */
export const useIsWide = () => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
