import { SEAT_TIERS, type SeatTier, tierPrice } from '@marquee/contract/seats/seat-tiers'
import type { AccessType } from '@marquee/contract/seats/seats'
import { formatRupees } from '@marquee/contract/text/money'
import type { ReactNode } from 'react'
import type { SeatAppearance } from './map-seat.ts'
import { TIER_NAMES } from './seat-label.ts'
import './seats.css'

const ACCESS: [AccessType, string][] = [
  ['wheelchair', 'Wheelchair'],
  ['companion', 'Companion'],
]
const LIST = 'flex flex-wrap gap-x-3.5 gap-y-1'

interface Props {
  /** The states that seats can have, with their names. */
  appearances: readonly (readonly [SeatAppearance, string])[]
  /** The tiers of the hall. */
  tiers?: readonly SeatTier[]
  /** Whether the places for wheelchairs and companions are explained: as free ones, or as protected ones. */
  accessLegend?: 'available' | 'protected' | undefined
}

/** Explains the colours and marks of the map, with the price of each tier. */
export function SeatLegend({ appearances, tiers = SEAT_TIERS, accessLegend }: Props) {
  return (
    <div className="seat-legend flex flex-wrap gap-x-6 gap-y-1 text-sm short:gap-x-4">
      <ul aria-label="Seat prices" className={LIST}>
        {tiers.map((tier) => (
          <Entry key={tier} tier={tier} appearance="available">
            {TIER_NAMES[tier]}{' '}
            <span className="tabular text-ash">{formatRupees(tierPrice(tier))}</span>
          </Entry>
        ))}
      </ul>
      {(appearances.length > 0 || accessLegend) && (
        <ul aria-label="Seat states" className={LIST}>
          {appearances.map(([appearance, name]) => (
            <Entry key={appearance} tier="standard" appearance={appearance}>
              {name}
            </Entry>
          ))}
          {accessLegend &&
            ACCESS.map(([access, name]) => (
              <Entry key={access} tier="standard" appearance={accessLegend} access={access}>
                {name}
              </Entry>
            ))}
        </ul>
      )}
    </div>
  )
}

interface EntryProps {
  tier: SeatTier
  appearance: SeatAppearance
  access?: AccessType
  children: ReactNode
}

function Entry({ tier, appearance, access, children }: EntryProps) {
  return (
    <li className="flex items-center gap-1.5">
      <span
        className="seat seat-sample"
        data-tier={tier}
        data-appearance={appearance}
        data-access={access}
      />
      <span>{children}</span>
    </li>
  )
}
