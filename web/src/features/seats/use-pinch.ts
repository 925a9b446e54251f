import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Spot } from './use-zoom.ts'

const WHEEL_SPEED = 0.01

/** Two fingers, or the wheel with Ctrl (which is what a trackpad's pinch is), zoom around where they are. */
export function usePinch(
  viewport: RefObject<HTMLElement | null>,
  onZoom: (factor: number, at: Spot) => void,
) {
  const zoom = useEffectEvent(onZoom)

  useEffect(() => {
    const element = viewport.current
    if (!element) return
    let apart = 0

    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoom(Math.exp(-event.deltaY * WHEEL_SPEED), { x: event.clientX, y: event.clientY })
    }
    const begin = ({ touches }: TouchEvent) => {
      apart = touches.length === 2 ? distance(touches) : 0
    }
    const move = (event: TouchEvent) => {
      if (event.touches.length !== 2 || apart === 0) return
      event.preventDefault()
      const now = distance(event.touches)
      zoom(now / apart, between(event.touches))
      apart = now
    }

    // The browser would zoom the whole page: only a listener that is not passive can stop it.
    element.addEventListener('wheel', wheel, { passive: false })
    element.addEventListener('touchstart', begin, { passive: true })
    element.addEventListener('touchmove', move, { passive: false })
    return () => {
      element.removeEventListener('wheel', wheel)
      element.removeEventListener('touchstart', begin)
      element.removeEventListener('touchmove', move)
    }
  }, [viewport])
}

const spots = (touches: TouchList) =>
  Array.from(touches, ({ clientX, clientY }) => ({ x: clientX, y: clientY }))

function distance(touches: TouchList) {
  const [one, other] = spots(touches)
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
}

function between(touches: TouchList): Spot {
  const [one, other] = spots(touches)
  return one && other ? { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 } : { x: 0, y: 0 }
}
