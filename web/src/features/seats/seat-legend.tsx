import { rupees } from '@marquee/contract/money'
import { type SeatTier, tierPrice } from '@marquee/contract/seats'
import type { ReactNode } from 'react'
import type { Appearance } from '#lib/selection.ts'
import { TIER_NAMES } from './seat-words.ts'
import './seats.css'

const TIERS: SeatTier[] = ['standard', 'premium', 'vip']
const LOOKS: [Appearance, string][] = [
  ['available', 'Available'],
  ['selected', 'Selected'],
  ['held', 'Held'],
  ['sold', 'Sold'],
]

const LIST = 'grid content-start gap-2 sm:flex sm:flex-wrap sm:justify-center sm:gap-x-6'

/** What colours and shapes mean, and what each tier costs: two columns on a phone, two lines where there is room. */
export function SeatLegend() {
  return (
    <div className="flex justify-evenly gap-6 text-sm sm:grid sm:gap-3">
      <ul aria-label="Seat prices" className={LIST}>
        {TIERS.map((tier) => (
          <Entry key={tier} tier={tier} look="available">
            {TIER_NAMES[tier]} <span className="tabular text-ash">{rupees(tierPrice(tier))}</span>
          </Entry>
        ))}
      </ul>
      <ul aria-label="Seat states" className={LIST}>
        {LOOKS.map(([look, name]) => (
          <Entry key={look} tier="standard" look={look}>
            {name}
          </Entry>
        ))}
      </ul>
    </div>
  )
}

interface EntryProps {
  tier: SeatTier
  look: Appearance
  children: ReactNode
}

function Entry({ tier, look, children }: EntryProps) {
  return (
    <li className="flex items-center gap-2">
      <span className="seat seat-sample" data-tier={tier} data-look={look} />
      <span>{children}</span>
    </li>
  )
}
