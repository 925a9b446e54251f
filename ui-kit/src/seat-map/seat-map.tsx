import { groupByRow, layoutRow, layoutWidth } from '@marquee/contract/seats/seat-rows'
import type { SeatTier } from '@marquee/contract/seats/seat-tiers'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { groupByBand } from './bands.ts'
import { findSeatForArrowKey } from './keyboard-navigation.ts'
import type { MapSeat, SeatView } from './map-seat.ts'
import { SeatCaption } from './seat-caption.tsx'
import { TIER_NAMES } from './seat-label.ts'
import { SeatRow } from './seat-row.tsx'
import { useRenderedRows } from './use-rendered-rows.ts'
import { useShake } from './use-shake.ts'
import { useDragPan } from './zoom/use-drag-pan.ts'
import { usePinchZoom } from './zoom/use-pinch-zoom.ts'
import { useZoom } from './zoom/use-zoom.ts'
import { ZoomControls } from './zoom/zoom-controls.tsx'
import './seat-map.css'
import './seats.css'

interface Props<S extends MapSeat> {
  seats: S[]
  view: SeatView<S>
  /** Called for a click on any seat, also on an inactive one. */
  onToggle: (seatId: string) => void
  /** A tap on seats that are too small has zoomed in instead. */
  onZoomedIn: () => void
  /** The last refused request. Its seat shakes once. */
  refusal?: { placeId: string } | undefined
  /** What the caption says about a seat besides its price. */
  noteOf?: (seat: S) => string | undefined
  /** Called with the seat under the pointer, the touched one or the one with the focus. */
  onPoint?: (seatId: string | undefined) => void
  /** Seats that were chosen for the visitor. A new list brings them into view, large enough to tap. */
  shown?: readonly { _id: string }[] | undefined
  /** The map at first is no higher than the window. */
  fitsHeight?: boolean
}

/** One tab stop. Arrow keys move from seat to seat, Enter or Space selects. */
export function SeatMap<S extends MapSeat>(props: Props<S>) {
  const { seats, view, onToggle, onZoomedIn, refusal, noteOf, onPoint } = props
  const { shown, fitsHeight = false } = props
  const rows = useMemo(() => groupByRow(seats).map(layoutRow), [seats])
  const bands = useMemo(() => groupByBand(rows), [rows])
  const [focused, setFocused] = useState<string>()
  // The seat that had the focus last may be of an earlier map.
  const tabStop = (seats.find(({ _id }) => _id === focused) ?? rows[0]?.seats[0])?._id
  const [hovered, setHovered] = useState<string>()
  const viewport = useRef<HTMLDivElement>(null)
  const zoom = useZoom(viewport, {
    cells: layoutWidth(rows),
    rows: rows.length,
    fitsHeight,
  })
  const renderedCount = useRenderedRows(rows)
  const hoveredSeat = seats.find(({ _id }) => _id === hovered)
  const renderedRows = new Set(rows.slice(0, renderedCount))
  usePinchZoom(viewport, zoom.zoomBy)
  useDragPan(viewport)
  useShake(viewport, refusal)
  const showSeats = useEffectEvent(() => {
    const seat = findPlace(viewport.current, shown?.[0]?._id)
    if (!seat) return
    const { left, top, width, height } = seat.getBoundingClientRect()
    if (!zoom.isTappable) zoom.zoomIn({ x: left + width / 2, y: top + height / 2 })
    // After the map has its new size.
    requestAnimationFrame(() => seat.scrollIntoView({ block: 'center', inline: 'center' }))
  })
  useEffect(() => {
    if (shown) showSeats()
  }, [shown])

  const handleClick = (event: MouseEvent) => {
    const seatId = placeIdOf(event)
    const byPointer = event.detail > 0
    if (byPointer && !zoom.isTappable) {
      zoom.zoomIn({ x: event.clientX, y: event.clientY })
      onZoomedIn()
    } else if (seatId) onToggle(seatId)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const from = placeIdOf(event)
    const wholeMap = event.ctrlKey || event.metaKey
    const next = from && findSeatForArrowKey(rows, from, { key: event.key, wholeMap })
    if (!next) return
    event.preventDefault()
    setFocused(next._id)
    findPlace(viewport.current, next._id)?.focus()
  }
  // A touch leaves no pointer behind that could be over a seat.
  const handlePointerOver = (event: PointerEvent) => {
    setHovered(event.pointerType === 'mouse' ? placeIdOf(event) : undefined)
    onPoint?.(placeIdOf(event))
  }
  const handleFocus = (event: FocusEvent) => {
    setFocused(placeIdOf(event) ?? focused)
    onPoint?.(placeIdOf(event))
  }
  const handlePointerLeave = () => {
    setHovered(undefined)
    onPoint?.(undefined)
  }

  return (
    // Left to right in every language: a map shows the positions in the hall.
    <div className="seat-map" dir="ltr" {...zoom.attributes}>
      <div className="seat-map-tools">
        <SeatCaption
          seat={hoveredSeat}
          note={hoveredSeat && noteOf?.(hoveredSeat)}
          isOverview={!zoom.isTappable}
          isSmall={zoom.isSmall}
          overflows={zoom.overflows}
        />
        <ZoomControls zoomBy={zoom.zoomBy} zoomToFit={zoom.zoomToFit} />
      </div>
      <div ref={viewport} className="seat-viewport">
        <div className="seat-map-content">
          <ScreenBar />
          <table
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's grid is a table with focusable cells
            role="grid"
            aria-label="Seat map"
            id="seat-map"
            onClick={handleClick}
            onKeyDown={handleKeyDown}
            onFocus={handleFocus}
            onPointerOver={handlePointerOver}
            onPointerLeave={handlePointerLeave}
          >
            {bands.map(({ tiers, rows: rowsOfBand }) => (
              <tbody key={rowsOfBand[0]?.letters}>
                <BandHeading tiers={tiers} />
                {rowsOfBand.map((row) => (
                  <SeatRow
                    key={row.letters}
                    row={row}
                    isRendered={renderedRows.has(row)}
                    view={view}
                    tabStop={tabStop}
                  />
                ))}
              </tbody>
            ))}
          </table>
        </div>
      </div>
    </div>
  )
}

const placeIdOf = ({ target }: { target: EventTarget }) =>
  (target instanceof Element && target.closest<HTMLElement>('[data-place]')?.dataset.place) ||
  undefined

const findPlace = (container: HTMLElement | null, placeId = '') =>
  container?.querySelector<HTMLElement>(`[data-place="${CSS.escape(placeId)}"]`)

interface HeadingProps {
  tiers: SeatTier[]
}

/** The tiers of the rows below. The legend has their prices. */
const BandHeading = memo(
  function BandHeading({ tiers }: HeadingProps) {
    return (
      <tr className="seat-band">
        <th scope="rowgroup">{tiers.map((tier) => TIER_NAMES[tier]).join(' · ')}</th>
      </tr>
    )
  },
  (before, after) => before.tiers.join() === after.tiers.join(),
)

/** The cinema screen above the front row. */
function ScreenBar() {
  return (
    <div className="screen">
      <svg
        aria-hidden="true"
        viewBox="0 0 400 28"
        preserveAspectRatio="none"
        className="screen-arc"
      >
        <path d="M2 26Q200-10 398 26" fill="none" vectorEffect="non-scaling-stroke" />
      </svg>
      <p className="screen-word">SCREEN</p>
    </div>
  )
}
