import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { firstCell, fitting, TAPPABLE, zoomed } from './zoom.ts'

/** A point of the window, in pixels. */
export interface Spot {
  x: number
  y: number
}

/** A point that stays where it is while the hall grows around it. */
interface Anchor {
  at: Spot
  cell: number
  /** The middle of the front row. */
  front: Spot
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
  const anchor = useRef<Anchor | undefined>(undefined)

  function zoomTo(next: number, at?: Spot) {
    if (!viewport.current || next === cell) return
    const front = frontOf(viewport.current)
    anchor.current = { at: at ?? middleOf(viewport.current), cell, front }
    setChosen(next)
  }

  // The hall has its new size but has not been painted yet.
  useLayoutEffect(() => {
    if (!viewport.current || width === 0) return
    if (anchor.current) keepInPlace(viewport.current, anchor.current, cell)
    else viewport.current.scrollLeft = middleScroll(viewport.current)
    anchor.current = undefined
  }, [viewport, cell, width])

  return {
    cell,
    /** The hall is wider than its viewport. */
    overflows: width > 0 && cell * cells > width + 1,
    isTappable: cell >= TAPPABLE,
    zoomBy: (factor: number, at?: Spot) => zoomTo(zoomed(cell, factor, fit), at),
    zoomToFit: () => zoomTo(fit),
    comeNearer: (at: Spot) => zoomTo(firstCell(fit), at),
  }
}

function frontOf(viewport: HTMLElement): Spot {
  const { left, width, top } = (viewport.querySelector('table') ?? viewport).getBoundingClientRect()
  return { x: left + width / 2, y: top }
}

function middleOf(viewport: HTMLElement): Spot {
  const { left, width, top, bottom } = viewport.getBoundingClientRect()
  const seen = { top: Math.max(top, 0), bottom: Math.min(bottom, window.innerHeight) }
  return { x: left + width / 2, y: (seen.top + seen.bottom) / 2 }
}

const middleScroll = ({ scrollWidth, clientWidth }: HTMLElement) => (scrollWidth - clientWidth) / 2

function keepInPlace(viewport: HTMLElement, { at, cell, front }: Anchor, newCell: number) {
  const grown = newCell / cell
  const now = frontOf(viewport)
  viewport.scrollLeft += now.x + (at.x - front.x) * grown - at.x
  window.scrollBy(0, now.y + (at.y - front.y) * grown - at.y)
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
