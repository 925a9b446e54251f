import { createHall, findInHall } from '@marquee/contract/seats/hall'
import {
  describeView,
  type HallSize,
  type ScreenView,
  type SeatPosition,
  viewFrom,
} from '@marquee/contract/seats/screen-view'
import type { Seat } from '@marquee/contract/seats/seats'
import { useMemo } from 'react'

interface Props {
  seats: readonly Seat[]
  seatId: string | undefined
  className?: string
}

/** The drawing shows a field of view of so many degrees. */
const FIELD = { width: 120, height: 40 }
const SCREEN_RATIO = 2.39
const MAX_HEADS = 9

/** The screen as seen from a seat, with the heads in front, and one sentence. */
export function ScreenViewPanel({ seats, seatId, className = '' }: Props) {
  const hall = useMemo(() => createHall(seats), [seats])
  const found = seatId === undefined ? undefined : findInHall(hall, seatId)
  if (!found) {
    return (
      <p className={`screen-view text-ash ${className}`}>
        Choose a seat to see the screen from it.
      </p>
    )
  }
  const { placed } = found
  const view = viewFrom(placed, hall.size)
  return (
    <div className={`screen-view ${className}`}>
      <Drawing view={view} position={placed} size={hall.size} />
      <p className="min-w-0">
        <span className="font-semibold">View from {placed.seat.seatNumber}</span>
        <span className="block text-ash">{describeView(view)}</span>
      </p>
    </div>
  )
}

interface DrawingProps {
  view: ScreenView
  position: SeatPosition
  size: HallSize
}

/** One unit is one degree. A side of the screen that is nearer is higher. */
function Drawing({ view, position, size }: DrawingProps) {
  const { angle, sideways, upward } = view
  const middle = FIELD.width / 2 - sideways * 0.6
  const [left, right] = [middle - angle / 2, middle + angle / 2]
  const height = angle / SCREEN_RATIO
  const horizon = FIELD.height * 0.55 - upward * 0.5
  const tilt = Math.sin((sideways * Math.PI) / 180) * height * 0.45
  const corner = (x: number, half: number) => [`${x},${horizon - half}`, `${x},${horizon + half}`]
  const [topLeft, bottomLeft] = corner(left, (height - tilt) / 2)
  const [topRight, bottomRight] = corner(right, (height + tilt) / 2)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
      className="w-full rounded border border-brass/25 bg-ink lg:w-32"
    >
      <polygon
        points={[topLeft, topRight, bottomRight, bottomLeft].join(' ')}
        className="fill-brass-bright/25 stroke-brass-bright"
        strokeWidth="1"
      />
      {headPositions(position, size).map((x) => (
        <g key={x} className="fill-ash/45">
          <circle cx={x} cy={FIELD.height - 5} r="3.4" />
          <rect x={x - 5} y={FIELD.height - 2.5} width="10" height="3" rx="1.5" />
        </g>
      ))}
    </svg>
  )
}

/** The heads of the row in front. There are none in the first row. */
function headPositions({ row }: SeatPosition, { width }: HallSize) {
  if (row === 0) return []
  const heads = Math.min(MAX_HEADS, Math.floor(width / 2))
  const step = FIELD.width / heads
  return Array.from({ length: heads }, (_, index) => (index + 0.5) * step)
}
