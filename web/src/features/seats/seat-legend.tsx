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

/** What colours and shapes mean, and what each tier costs. */
export function SeatLegend() {
  return (
    <div className="grid gap-3 text-sm">
      <ul aria-label="Seat prices" className="flex flex-wrap justify-center gap-x-6 gap-y-2">
        {TIERS.map((tier) => (
          <Entry key={tier} tier={tier} look="available">
            {TIER_NAMES[tier]} <span className="tabular text-ash">{rupees(tierPrice(tier))}</span>
          </Entry>
        ))}
      </ul>
      <ul aria-label="Seat states" className="flex flex-wrap justify-center gap-x-6 gap-y-2">
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
