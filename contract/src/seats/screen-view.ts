/** Where a seat is. */
export interface SeatPosition {
  /** Counted from the screen, from 0. */
  row: number
  /** Cells from the middle of its row: negative on the left, for a viewer who faces the screen. One cell is as wide as one seat. */
  x: number
}

export interface HallSize {
  rows: number
  /** Of the widest row, in cells. */
  width: number
}

/** The screen as seen from a seat. Lengths are in metres, angles in degrees. */
export interface ScreenView {
  distance: number
  /** The part of the field of view that the screen fills from its left to its right edge. */
  angle: number
  /** How far the seat is off the middle of the screen: negative on the left. */
  sideways: number
  /** How far the viewer looks up to the middle of the screen: negative if the seat is above it. */
  upward: number
}

const SEAT_METRES = 0.55
const ROW_METRES = 1.1
const ROW_RISE = 0.3
const EYE_METRES = 1.2
/** The screen is almost as wide as the hall, in cinemascope, and its lower edge is this high. */
const SCREEN_SHARE = 0.8
const SCREEN_RATIO = 2.39
const SCREEN_BOTTOM = 1
/** The first row is this far from the screen, in widths of the screen. */
const FIRST_ROW = 0.45

const screenWidth = ({ width }: HallSize) => width * SEAT_METRES * SCREEN_SHARE

const distanceToScreen = (row: number, size: HallSize) =>
  FIRST_ROW * screenWidth(size) + row * ROW_METRES

/** Estimates the view of the screen. The size of a hall follows from its seats. */
export function viewFrom({ row, x }: SeatPosition, size: HallSize): ScreenView {
  const half = screenWidth(size) / 2
  const metres = x * SEAT_METRES
  const distance = distanceToScreen(row, size)
  const middle = SCREEN_BOTTOM + half / SCREEN_RATIO
  return {
    distance,
    angle: degrees(Math.atan2(half - metres, distance) + Math.atan2(half + metres, distance)),
    sideways: degrees(Math.atan2(metres, distance)),
    upward: degrees(Math.atan2(middle - EYE_METRES - row * ROW_RISE, distance)),
  }
}

const degrees = (radians: number) => (radians * 180) / Math.PI

/** The angle that the screen should fill. */
const BEST_ANGLE = 42
/** This far from the best angle, or from the middle, costs 1. */
const ANGLE_SCALE = 30
const SIDEWAYS_SCALE = 25

/** What is wrong with a view: 0 is perfect, 1 is poor. Best seats have the lowest cost. */
export const viewCost = ({ angle, sideways }: ScreenView) =>
  ((angle - BEST_ANGLE) / ANGLE_SCALE) ** 2 + (sideways / SIDEWAYS_SCALE) ** 2

const DIRECTORS_COST = 0.08
const GOOD_COST = 0.35

/** One sentence: "Centre, at a good distance: the director's seat." */
export function describeView(view: ScreenView) {
  const parts = [sidewaysText(view), distanceText(view), heightText(view)].filter(Boolean)
  if (parts.length === 1) parts.push('at a good distance')
  const cost = viewCost(view)
  const verdict =
    cost < DIRECTORS_COST ? ": the director's seat" : cost < GOOD_COST ? ': a good view' : ''
  return `${parts.join(', ')}${verdict}.`
}

function sidewaysText({ sideways }: ScreenView) {
  const side = sideways < 0 ? 'left' : 'right'
  const off = Math.abs(sideways)
  if (off < 6) return 'Centre'
  return off < 16 ? `A little to the ${side}` : `Well to the ${side}`
}

function distanceText({ angle }: ScreenView) {
  if (angle > 65) return 'very near the screen'
  if (angle > 52) return 'near the screen'
  return angle < 34 ? 'far from the screen' : ''
}

function heightText({ upward }: ScreenView) {
  if (upward > 12) return 'looking up'
  return upward < -2 ? 'a little high' : ''
}
