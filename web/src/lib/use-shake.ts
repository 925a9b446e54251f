import { type RefObject, useEffect } from 'react'
import { isCalm } from '#lib/motion.ts'

const SHAKE = [0, -3, 3, -2, 0].map((x) => ({ translate: `${x}px` }))

/** Shakes a place once when it could not be had; each refusal is a new object. */
export function useShake(
  within: RefObject<HTMLElement | null>,
  refusal: { placeId: string } | undefined,
) {
  useEffect(() => {
    if (!refusal || isCalm()) return
    const place = within.current?.querySelector(`[data-place="${CSS.escape(refusal.placeId)}"]`)
    const shaking = place?.animate(SHAKE, { duration: 240, easing: 'ease-out' })
    return () => shaking?.cancel()
  }, [within, refusal])
}
