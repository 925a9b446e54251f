import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import type { SeatAppearance } from '@marquee/ui-kit/seat-map/map-seat.ts'
import { CHANNEL_NAMES, shortDateTimeOf } from '#lib/format.ts'

export function placeAppearance(place: StaffPlace, isSelected: boolean): SeatAppearance {
  if (isSelected) return 'selected'
  if (place.status === 'SOLD') return place.isAdmitted ? 'admitted' : 'sold'
  if (place.status === 'BLOCKED' || place.status === 'OUT_OF_SERVICE') return 'unavailable'
  return place.status === 'HELD' ? 'held' : 'available'
}

/** What staff should know about a place: until when it is held, who has it, why it is blocked. */
export function placeNote(place: StaffPlace, timeZone: string) {
  const until = place.until && `until ${shortDateTimeOf(place.until, timeZone)}`
  switch (place.status) {
    case 'AVAILABLE':
      return 'available'
    case 'HELD':
      return ['held', until].filter(Boolean).join(' ')
    case 'SOLD':
      return ['sold', place.reference, channelName(place), place.isAdmitted && 'let in']
        .filter(Boolean)
        .join(', ')
    case 'BLOCKED':
      return ['blocked', place.name && `for ${place.name}`, place.reason, until]
        .filter(Boolean)
        .join(', ')
    case 'OUT_OF_SERVICE':
      return ['out of service', place.reason].filter(Boolean).join(', ')
  }
}

const channelName = ({ channel }: StaffPlace) => channel && CHANNEL_NAMES[channel].toLowerCase()
