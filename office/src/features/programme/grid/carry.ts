import type { Block } from '../draft/preview.ts'
import { SNAP_MINUTES } from '../starts.ts'

/** A show that staff moves or copies, with the keyboard or the pointer, before it is put down. */
export interface Carry {
  block: Block
  isCopy: boolean
  screenId: string
  day: string
  /** Minutes since midnight. */
  start: number
}

interface Places {
  screenIds: readonly string[]
  days: readonly string[]
}

const LAST_MINUTE = 1440 - SNAP_MINUTES

/** Moves a carried show by a key: left and right by a day, up and down by five minutes, with Shift by an hour, Page up and down by a screen. Undefined for other keys. */
export function carryByKey(
  carry: Carry,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { screenIds, days }: Places,
): Carry | undefined {
  const step = shiftKey ? 60 : SNAP_MINUTES
  const day = days.indexOf(carry.day)
  const screen = screenIds.indexOf(carry.screenId)
  const atStart = (start: number) => ({
    ...carry,
    start: Math.min(Math.max(start, 0), LAST_MINUTE),
  })
  switch (key) {
    case 'ArrowLeft':
      return { ...carry, day: days[day - 1] ?? carry.day }
    case 'ArrowRight':
      return { ...carry, day: days[day + 1] ?? carry.day }
    case 'ArrowUp':
      return atStart(carry.start - step)
    case 'ArrowDown':
      return atStart(carry.start + step)
    case 'PageUp':
      return { ...carry, screenId: screenIds[screen - 1] ?? carry.screenId }
    case 'PageDown':
      return { ...carry, screenId: screenIds[screen + 1] ?? carry.screenId }
    default:
      return undefined
  }
}
