import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { cellToFit, initialCell, MIN_TAP_SIZE_PX, zoomCell } from './zoom.ts'

/** A point of the window, in pixels. */
export interface Point {
  x: number
  y: number
}

/** The state before a zoom. `fixedPoint` keeps its position in the window. */
interface Anchor {
  fixedPoint: Point
  cell: number
  origin: Point
}

/** The size of a seat's cell in pixels. The viewport scrolls horizontally, the window vertically. */
export function useZoom(viewport: RefObject<HTMLElement | null>, cells: number) {
  const width = useClientWidth(viewport)
  const fit = cellToFit(width, cells)
  const [chosen, setChosen] = useState<number>()
  const cell = chosen ?? initialCell(fit)
  const anchor = useRef<Anchor | undefined>(undefined)

  function zoomTo(next: number, at?: Point) {
    if (!viewport.current || next === cell) return
    const origin = originOf(viewport.current)
    anchor.current = { fixedPoint: at ?? centreOf(viewport.current), cell, origin }
    setChosen(next)
  }

  // Scrolls after the map has its new size and before it is painted.
  useLayoutEffect(() => {
    if (!viewport.current || width === 0) return
    if (anchor.current) scrollToAnchor(viewport.current, anchor.current, cell)
    else viewport.current.scrollLeft = centredScroll(viewport.current)
    anchor.current = undefined
  }, [viewport, cell, width])

  return {
    cell,
    /** The map is wider than its viewport. */
    overflows: width > 0 && cell * cells > width + 1,
    isTappable: cell >= MIN_TAP_SIZE_PX,
    zoomBy: (factor: number, at?: Point) => zoomTo(zoomCell(cell, factor, fit), at),
    zoomToFit: () => zoomTo(fit),
    zoomIn: (at: Point) => zoomTo(initialCell(fit), at),
  }
}

/** The middle of the front row. */
function originOf(viewport: HTMLElement): Point {
  const { left, width, top } = (viewport.querySelector('table') ?? viewport).getBoundingClientRect()
  return { x: left + width / 2, y: top }
}

/** The centre of the visible part of the viewport. */
function centreOf(viewport: HTMLElement): Point {
  const { left, width, top, bottom } = viewport.getBoundingClientRect()
  const visible = { top: Math.max(top, 0), bottom: Math.min(bottom, window.innerHeight) }
  return { x: left + width / 2, y: (visible.top + visible.bottom) / 2 }
}

const centredScroll = ({ scrollWidth, clientWidth }: HTMLElement) => (scrollWidth - clientWidth) / 2

function scrollToAnchor(
  viewport: HTMLElement,
  { fixedPoint, cell, origin }: Anchor,
  newCell: number,
) {
  const factor = newCell / cell
  const newOrigin = originOf(viewport)
  viewport.scrollLeft += newOrigin.x + (fixedPoint.x - origin.x) * factor - fixedPoint.x
  window.scrollBy(0, newOrigin.y + (fixedPoint.y - origin.y) * factor - fixedPoint.y)
}

function useClientWidth(element: RefObject<HTMLElement | null>) {
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
