import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'

const LINK =
  'inline-flex min-h-11 items-center gap-2 text-brass underline underline-offset-4 hover:text-brass-bright'

/** Name, address, phone number and directions of the cinema, as far as they are known. */
export function CinemaAddress({ cinema }: { cinema: CinemaDetails }) {
  const directions = directionsUrl(cinema)
  return (
    <address className="text-ash not-italic">
      <p dir="auto" className="wrap-anywhere font-semibold text-ivory">
        {cinema.name}
      </p>
      {cinema.address && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {cinema.address}
        </p>
      )}
      <p className="mt-1 space-x-6 print:hidden">
        {directions && (
          <a href={directions} target="_blank" rel="noreferrer" className={LINK}>
            <MapPin aria-hidden="true" className="size-4" />
            <span>Directions</span>
          </a>
        )}
        {cinema.phone && (
          <a href={`tel:${cinema.phone.replaceAll(/[^+\d]/g, '')}`} className={LINK}>
            <Phone aria-hidden="true" className="size-4" />
            <span>{cinema.phone}</span>
          </a>
        )}
      </p>
    </address>
  )
}

/** A map link that phones open in their map app. Undefined if neither coordinates nor an address are known. */
export function directionsUrl({ lat, lng, address }: CinemaDetails) {
  const destination = lat !== null && lng !== null ? `${lat},${lng}` : address
  if (!destination) return undefined
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`
}
