import { invalid } from '../errors.ts'

/** Throws INVALID if an id is in the list twice. */
export function assertDistinct(placeIds: readonly string[], list: 'order' | 'request') {
  if (new Set(placeIds).size < placeIds.length) throw invalid(`The ${list} contains a place twice.`)
}
