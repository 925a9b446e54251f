import { type SeatTier, tierPrice } from '@marquee/contract/seats/seats'
import { formatRupees } from '@marquee/contract/text/money'
import { memo } from 'react'
import { TIER_NAMES } from './seat-label.ts'

interface Props {
  tiers: SeatTier[]
}

/** The tiers of the rows below, with their prices. */
export const BandHeading = memo(function BandHeading({ tiers }: Props) {
  return (
    <tr className="seat-band">
      <th scope="rowgroup">
        {tiers.map((tier) => (
          <span key={tier} className="seat-band-tier">
            {TIER_NAMES[tier]}{' '}
            <span className="tabular text-ash">{formatRupees(tierPrice(tier))}</span>
          </span>
        ))}
      </th>
    </tr>
  )
}, isSameHeading)

function isSameHeading(before: Props, after: Props) {
  return before.tiers.join() === after.tiers.join()
}
