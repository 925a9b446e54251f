/** What requests are for. An overloaded node refuses them in this order. */
export const PRIORITIES = ['looking', 'choosing', 'paying', 'tickets'] as const

export type Priority = (typeof PRIORITIES)[number]

/** What is measured of a node. */
export interface Load {
  /** How much later than planned the event loop runs its timers, on average. Milliseconds. */
  delayMs: number
  /** Requests and socket events that are not answered yet. */
  underWay: number
}

/**
 * From these loads on, requests of a priority are refused. A visitor waits for two or three turns of the event loop, so at 750 ms for
 * about two seconds; a machine that is only busy with other work stays below.
 */
export const LOAD_BOUNDS: Readonly<Record<Priority, Load>> = {
  looking: { delayMs: 750, underWay: 2000 },
  choosing: { delayMs: 1500, underWay: 4000 },
  paying: { delayMs: 3000, underWay: 8000 },
  tickets: { delayMs: 6000, underWay: 16_000 },
}

/** A priority is served again when both values have been below this share of its bounds. */
const SERVED_AGAIN_SHARE = 0.5

/**
 * Returns how many priorities are refused: 0 for none, 1 for looking, up to 4 for all. Rises when both samples are at a bound, so that one
 * pause of the event loop refuses nobody. Falls by one when both are far below it.
 */
export function nextLoadLevel(level: number, [last, current]: readonly [Load, Load]): number {
  const reaches = (load: Load, bound: Load, share = 1) =>
    load.delayMs >= share * bound.delayMs || load.underWay >= share * bound.underWay
  const reached = PRIORITIES.filter((priority) =>
    [last, current].every((load) => reaches(load, LOAD_BOUNDS[priority])),
  ).length
  if (reached > level) return reached
  const lowest = PRIORITIES[level - 1]
  const isLoaded = [last, current].some(
    (load) => lowest && reaches(load, LOAD_BOUNDS[lowest], SERVED_AGAIN_SHARE),
  )
  return lowest && !isLoaded ? level - 1 : level
}
