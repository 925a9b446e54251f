import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { firstCell, fitting, TAPPABLE, zoomed } from './zoom.ts'

/** A point of the window, in pixels. */
export interface Spot {
  x: number
  y: number
}

/**
 * The size of a seat's cell in pixels. `viewport` scrolls sideways, the window up and down; zooming keeps the
 * hall's point under `at` where it is.
 */
export function useZoom(viewport: RefObject<HTMLElement | null>, cells: number) {
  const width = useWidth(viewport)
  const fit = fitting(width, cells)
  const [chosen, setChosen] = useState<number>()
  const cell = chosen ?? firstCell(fit)
  const anchor = useRef<(Spot & { from: DOMRect }) | undefined>(undefined)

  const zoomTo = useCallback(
    (choose: (cell: number) => number, at?: Spot) => {
      const from = hallOf(viewport.current)?.getBoundingClientRect()
      if (from) anchor.current = { ...(at ?? middleOf(viewport.current)), from }
      setChosen((now) => choose(now ?? firstCell(fit)))
    },
    [viewport, fit],
  )

  // The hall has its new size but has not been painted yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new size calls for it, whatever made it
  useLayoutEffect(() => {
    const hall = hallOf(viewport.current)
    if (!viewport.current || !hall) return
    if (anchor.current) keepInPlace(viewport.current, hall, anchor.current)
    else
      viewport.current.scrollLeft =
        (viewport.current.scrollWidth - viewport.current.clientWidth) / 2
    anchor.current = undefined
  }, [cell, width])

  return {
    cell,
    isTappable: cell >= TAPPABLE,
    zoomBy: useCallback(
      (factor: number, at?: Spot) => zoomTo((now) => zoomed(now, factor, fit), at),
      [zoomTo, fit],
    ),
    zoomToFit: useCallback(() => zoomTo(() => fit), [zoomTo, fit]),
    comeNearer: useCallback((at: Spot) => zoomTo(() => firstCell(0), at), [zoomTo]),
  }
}

const hallOf = (viewport: HTMLElement | null) => viewport?.firstElementChild

function middleOf(viewport: HTMLElement | null): Spot {
  const box = viewport?.getBoundingClientRect()
  if (!box) return { x: 0, y: 0 }
  const top = Math.max(box.top, 0)
  const bottom = Math.min(box.bottom, window.innerHeight)
  return { x: box.left + box.width / 2, y: (top + bottom) / 2 }
}

function keepInPlace(
  viewport: HTMLElement,
  hall: Element,
  { x, y, from }: Spot & { from: DOMRect },
) {
  const to = hall.getBoundingClientRect()
  if (from.width === 0) return
  const grown = to.width / from.width
  viewport.scrollLeft += to.left + (x - from.left) * grown - x
  window.scrollBy(0, to.top + (y - from.top) * grown - y)
}

function useWidth(element: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => setWidth(measured.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    measure()
    return () => observer.disconnect()
  }, [element])
  return width
}
