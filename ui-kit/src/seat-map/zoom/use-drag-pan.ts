import { type RefObject, useEffect } from 'react'

/** A movement below this distance is a click. */
const DRAG_THRESHOLD_PX = 5

/** Scrolls the map by dragging with the mouse. A drag is not a click. */
export function useDragPan(viewport: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = viewport.current
    if (!element) return
    let last: { x: number; y: number } | undefined
    let dragged = false

    const start = ({ pointerType, button, clientX, clientY }: PointerEvent) => {
      dragged = false
      if (pointerType === 'mouse' && button === 0) last = { x: clientX, y: clientY }
    }
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (!last) return
      const [dx, dy] = [clientX - last.x, clientY - last.y]
      if (!dragged && Math.hypot(dx, dy) < DRAG_THRESHOLD_PX) return
      dragged = true
      element.dataset.dragging = ''
      last = { x: clientX, y: clientY }
      element.scrollLeft -= dx
      window.scrollBy(0, -dy)
    }
    const end = () => {
      last = undefined
      delete element.dataset.dragging
    }
    const click = (event: MouseEvent) => {
      if (dragged && event.detail > 0) event.stopPropagation()
    }

    element.addEventListener('pointerdown', start)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    element.addEventListener('click', click, { capture: true })
    return () => {
      element.removeEventListener('pointerdown', start)
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      element.removeEventListener('click', click, { capture: true })
    }
  }, [viewport])
}
