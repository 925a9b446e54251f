import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Point } from './use-zoom.ts'

const WHEEL_SPEED = 0.01

/** Zooms by two fingers, or by the wheel with Ctrl. Browsers report a trackpad pinch as the latter. */
export function usePinchZoom(
  viewport: RefObject<HTMLElement | null>,
  onZoom: (factor: number, at: Point) => void,
) {
  const zoom = useEffectEvent(onZoom)

  useEffect(() => {
    const element = viewport.current
    if (!element) return
    let distance = 0

    const handleWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoom(Math.exp(-event.deltaY * WHEEL_SPEED), { x: event.clientX, y: event.clientY })
    }
    const handleTouchStart = ({ touches }: TouchEvent) => {
      distance = touches.length === 2 ? distanceBetween(touches) : 0
    }
    const handleTouchMove = (event: TouchEvent) => {
      if (event.touches.length !== 2 || distance === 0) return
      event.preventDefault()
      const newDistance = distanceBetween(event.touches)
      zoom(newDistance / distance, middleOf(event.touches))
      distance = newDistance
    }

    // Not passive: only then can preventDefault stop the browser from zooming the whole page.
    element.addEventListener('wheel', handleWheel, { passive: false })
    element.addEventListener('touchstart', handleTouchStart, { passive: true })
    element.addEventListener('touchmove', handleTouchMove, { passive: false })
    return () => {
      element.removeEventListener('wheel', handleWheel)
      element.removeEventListener('touchstart', handleTouchStart)
      element.removeEventListener('touchmove', handleTouchMove)
    }
  }, [viewport])
}

function distanceBetween([a, b]: TouchList) {
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0
}

function middleOf([a, b]: TouchList): Point {
  if (!a || !b) return { x: 0, y: 0 }
  return { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 }
}
