import { type RefObject, useEffect } from 'react'

const SHAKE = [0, -3, 3, -2, 0].map((x) => ({ translate: `${x}px` }))

/** Shakes a place once when it could not be had; each refusal is a new object. */
export function useShake(
  within: RefObject<HTMLElement | null>,
  refusal: { placeId: string } | undefined,
) {
  useEffect(() => {
    if (!refusal || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const place = within.current?.querySelector(`[data-place="${CSS.escape(refusal.placeId)}"]`)
    const shaking = place?.animate(SHAKE, { duration: 240, easing: 'ease-out' })
    return () => shaking?.cancel()
  }, [within, refusal])
}
