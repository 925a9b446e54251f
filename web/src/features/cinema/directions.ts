import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'

/** A map link that phones open in their map app. Undefined if neither coordinates nor an address are known. */
export function directionsUrl({ lat, lng, address }: CinemaDetails) {
  const destination = lat !== null && lng !== null ? `${lat},${lng}` : address
  if (!destination) return undefined
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`
}
