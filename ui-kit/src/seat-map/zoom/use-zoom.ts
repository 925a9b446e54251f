import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import {
  cellAfterTap,
  cellToFit,
  letterStep,
  MIN_CLICK_SIZE_PX,
  MIN_NUMBER_SIZE_PX,
  MIN_TAP_SIZE_PX,
  scaleCell,
} from './zoom.ts'

/** A point of the window, in pixels. */
export interface Point {
  x: number
  y: number
}

/** A point of the map that keeps its position in the window during a zoom. */
interface Anchor {
  fixedPoint: Point
  /** The part of the map at the point. Headings do not grow with the seats, so the map as a whole does not scale evenly. */
  element: Element
  /** The position of the point in the element: 0 to 1. */
  at: Point
}

/** The columns of row letters, in rem: they grow with the size of text, not with the seats. */
const LETTERS_WIDTH_REM = 1.375
const LETTERS_HEIGHT_REM = 1.05

interface ZoomOptions {
  /** Of the widest row. */
  cells: number
  rows: number
  /** The map at first is no higher than the window, if its seats can be that small. */
  fitsHeight: boolean
}

/** The size of a seat's cell in pixels. The viewport scrolls horizontally, the window vertically. */
export function useZoom(
  viewport: RefObject<HTMLElement | null>,
  { cells, rows, fitsHeight }: ZoomOptions,
) {
  const { width, height, rem, hasMouse } = useSizes(viewport, rows)
  const lettersWidth = LETTERS_WIDTH_REM * rem
  const minCell = hasMouse ? MIN_CLICK_SIZE_PX : MIN_TAP_SIZE_PX
  const room = {
    width: width - 2 * lettersWidth,
    height: fitsHeight ? height : undefined,
    minCell,
  }
  const fit = width > 0 ? cellToFit(room, cells, rows) : MIN_NUMBER_SIZE_PX
  const [chosen, setChosen] = useState<number>()
  const cell = chosen ?? fit
  const anchor = useRef<Anchor | undefined>(undefined)
  const isOverflowing = isWider(cell * cells + 2 * lettersWidth, width)

  function zoomTo(next: number, at?: Point) {
    if (!viewport.current || next === cell) return
    anchor.current = findAnchor(viewport.current, at ?? centreOf(viewport.current))
    setChosen(next)
  }

  // Reading the scroll size of a map that fits would cost a layout.
  useLayoutEffect(() => {
    if (viewport.current && isOverflowing)
      viewport.current.scrollLeft = centredScroll(viewport.current)
  }, [viewport, isOverflowing])
  // Scrolls after the map has its new size and before it is painted.
  useLayoutEffect(() => {
    if (viewport.current && anchor.current) scrollToAnchor(viewport.current, anchor.current)
    anchor.current = undefined
  })

  return {
    /** Attributes of the map for its style sheet. */
    attributes: {
      'data-overview': cell < minCell || undefined,
      'data-fitted': (cell === fit && cell >= MIN_TAP_SIZE_PX) || undefined,
      'data-numbered': cell >= MIN_NUMBER_SIZE_PX || undefined,
      'data-overflowing': isOverflowing || undefined,
      'data-letter-step': Math.min(letterStep(cell, LETTERS_HEIGHT_REM * rem), 4),
      style: {
        '--cell': `${cell}px`,
        '--cells': cells,
        '--letters': `${lettersWidth}px`,
        // Before the measurement, headings of no width would break into letters and make the map high.
        '--viewport': width > 0 ? `${width}px` : '100%',
      },
    },
    isTappable: cell >= minCell,
    /** Smaller than a finger needs. */
    isSmall: cell < MIN_TAP_SIZE_PX,
    overflows: isOverflowing,
    zoomBy: (factor: number, at?: Point) => zoomTo(scaleCell(cell, factor, fit), at),
    /** Shows the whole map, also after the window changes its size. */
    zoomToFit: () => {
      zoomTo(fit)
      setChosen(undefined)
    },
    zoomIn: (at: Point) => zoomTo(cellAfterTap(fit), at),
  }
}

/** A fitted map can be a fraction of a pixel too wide. */
const isWider = (mapWidth: number, width: number) => width > 0 && mapWidth > width + 1

/** The seat, row or whole map at a point of the window. */
function findAnchor(viewport: HTMLElement, fixedPoint: Point): Anchor {
  const hit = document.elementFromPoint(fixedPoint.x, fixedPoint.y)
  const part = hit?.closest('td, tr, table')
  const element = part && viewport.contains(part) ? part : viewport
  const { left, top, width, height } = element.getBoundingClientRect()
  const at = { x: (fixedPoint.x - left) / width, y: (fixedPoint.y - top) / height }
  return { fixedPoint, element, at }
}

/** The centre of the visible part of the viewport. */
function centreOf(viewport: HTMLElement): Point {
  const { left, width, top, bottom } = viewport.getBoundingClientRect()
  const visible = { top: Math.max(top, 0), bottom: Math.min(bottom, window.innerHeight) }
  return { x: left + width / 2, y: (visible.top + visible.bottom) / 2 }
}

const centredScroll = ({ scrollWidth, clientWidth }: HTMLElement) => (scrollWidth - clientWidth) / 2

function scrollToAnchor(viewport: HTMLElement, { fixedPoint, element, at }: Anchor) {
  const { left, top, width, height } = element.getBoundingClientRect()
  viewport.scrollLeft += left + at.x * width - fixedPoint.x
  window.scrollBy(0, top + at.y * height - fixedPoint.y)
}

const DEFAULT_REM_PX = 16
/** Below the map: the bar that sticks to the bottom of a narrow window, or a margin. */
const BAR_HEIGHT_PX = 80
const MARGIN_PX = 16
const WIDE_PX = 1024
/** The screen and the margins around it are as high as so many rows, besides what does not grow with the seats. */
const ROWS_OF_SCREEN = 2

const NO_SIZES = { width: 0, height: 0, rem: DEFAULT_REM_PX, hasMouse: false }

/** The room for the seats and the size of one rem, in pixels. The width is 0 before it is measured. */
function useSizes(viewport: RefObject<HTMLElement | null>, rows: number) {
  const [sizes, setSizes] = useState(NO_SIZES)
  useLayoutEffect(() => {
    const measured = viewport.current
    if (!measured) return
    const measure = () => {
      const next = {
        width: measured.clientWidth,
        height: Math.round(heightForRows(measured, rows)),
        rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
        hasMouse: window.matchMedia?.('(hover: hover) and (pointer: fine)').matches ?? false,
      }
      setSizes((last) => (isSameSize(last, next) ? last : next))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    window.addEventListener('resize', measure)
    measure()
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [viewport, rows])
  return sizes
}

type Sizes = typeof NO_SIZES

/** Differences of a pixel come from rounding. */
const isSameSize = (last: Sizes, next: Sizes) =>
  last.width === next.width &&
  Math.abs(last.height - next.height) <= 1 &&
  last.rem === next.rem &&
  last.hasMouse === next.hasMouse

/** The height of the rows at which the map ends at the bottom of the window, when the page is at its top. */
function heightForRows(viewport: HTMLElement, rows: number) {
  const cell = Number.parseFloat(getComputedStyle(viewport).getPropertyValue('--cell')) || 0
  const fixed = viewport.offsetHeight - (rows + ROWS_OF_SCREEN) * cell
  const top = viewport.getBoundingClientRect().top + window.scrollY
  const below = window.innerWidth < WIDE_PX ? BAR_HEIGHT_PX : MARGIN_PX
  const free = window.innerHeight - top - below - fixed
  return (free * rows) / (rows + ROWS_OF_SCREEN)
}
