import { type RefObject, useEffect } from 'react'
import { prefersReducedMotion } from '../lib/motion.ts'

const KEYFRAMES = [0, -3, 3, -2, 0].map((x) => ({ translate: `${x}px` }))

/** Shakes the place of a refused request once. Each refusal is a new object. */
export function useShake(
  container: RefObject<HTMLElement | null>,
  refusal: { placeId: string } | undefined,
) {
  useEffect(() => {
    if (!refusal || prefersReducedMotion()) return
    const place = container.current?.querySelector(`[data-place="${CSS.escape(refusal.placeId)}"]`)
    const animation = place?.animate(KEYFRAMES, { duration: 240, easing: 'ease-out' })
    return () => animation?.cancel()
  }, [container, refusal])
}
