import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import {
  cellToFit,
  getLetterStep,
  MIN_NUMBER_SIZE_PX,
  MIN_TAP_SIZE_PX,
  zoomCell,
  zoomedCell,
} from './zoom.ts'

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

/** The columns of row letters, in rem: they grow with the size of text, not with the seats. */
const LETTERS_WIDTH_REM = 1.375
const LETTERS_HEIGHT_REM = 1.05

/** The size of a seat's cell in pixels. The viewport scrolls horizontally, the window vertically. */
export function useZoom(viewport: RefObject<HTMLElement | null>, cells: number) {
  const { width, rem } = useSizes(viewport)
  const lettersWidth = LETTERS_WIDTH_REM * rem
  const fit = width > 0 ? cellToFit(width - 2 * lettersWidth, cells) : MIN_NUMBER_SIZE_PX
  const [chosen, setChosen] = useState<number>()
  const cell = chosen ?? fit
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
    /** Attributes of the map for its style sheet. */
    attributes: {
      'data-overview': cell < MIN_TAP_SIZE_PX || undefined,
      'data-numbered': cell >= MIN_NUMBER_SIZE_PX || undefined,
      'data-overflowing': isWider(cell * cells + 2 * lettersWidth, width) || undefined,
      'data-letter-step': Math.min(getLetterStep(cell, LETTERS_HEIGHT_REM * rem), 4),
      style: {
        '--cell': `${cell}px`,
        '--cells': cells,
        '--letters': `${lettersWidth}px`,
        '--viewport': `${width}px`,
      },
    },
    isTappable: cell >= MIN_TAP_SIZE_PX,
    overflows: isWider(cell * cells + 2 * lettersWidth, width),
    zoomBy: (factor: number, at?: Point) => zoomTo(zoomCell(cell, factor, fit), at),
    /** Shows the whole map, also after the window changes its size. */
    zoomToFit: () => {
      zoomTo(fit)
      setChosen(undefined)
    },
    zoomIn: (at: Point) => zoomTo(zoomedCell(fit), at),
  }
}

/** A fitted map can be a fraction of a pixel too wide. */
const isWider = (mapWidth: number, width: number) => width > 0 && mapWidth > width + 1

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

const DEFAULT_REM_PX = 16

/** The width of the viewport and the size of one rem, in pixels. The width is 0 before it is measured. */
function useSizes(viewport: RefObject<HTMLElement | null>) {
  const [sizes, setSizes] = useState({ width: 0, rem: DEFAULT_REM_PX })
  useLayoutEffect(() => {
    const measured = viewport.current
    if (!measured) return
    const measure = () => {
      const width = measured.clientWidth
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setSizes((last) => (last.width === width && last.rem === rem ? last : { width, rem }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    measure()
    return () => observer.disconnect()
  }, [viewport])
  return sizes
}
