import { findAdjacentSeats } from '@marquee/contract/seats/adjacent-seats'
import { createHall } from '@marquee/contract/seats/hall'
import { PARTY_SIZES } from '@marquee/contract/seats/holds'
import {
  categoryOf,
  SEAT_TIERS,
  type SeatTier,
  tierPrice,
  tiersOf,
} from '@marquee/contract/seats/seat-tiers'
import type { Seat } from '@marquee/contract/seats/seats'
import { formatRupees } from '@marquee/contract/text/money'
import { TIER_NAMES } from '@marquee/ui-kit/seat-map/seat-label.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { type ReactNode, useId, useState } from 'react'

/** The party that a visitor chooses seats for. */
export interface SeatParty {
  size: number
  /** Returns the seats that a tap on a seat takes. */
  adjacentSeatsAt: (seatId: string, options: ChoosableSeats) => Seat[] | undefined
}

/** The seats that a party asks for. */
export interface PartyRequest {
  size: number
  /** All categories if undefined. */
  category?: string | undefined
}

interface ChoosableSeats {
  seats: readonly Seat[]
  isFree: (seat: Seat) => boolean
}

/** Most parties are of two. */
const USUAL_SIZE = 2

interface Props {
  seats: Seat[]
  party: SeatParty | undefined
  /** How many the best seats are for without a party. */
  usualSize?: number | undefined
  isBusy: boolean
  closed: boolean
  onParty: (party: SeatParty | undefined) => void
  onBest: (request: PartyRequest) => void
}

/** A sentence to choose by: how many people, which price, and the best seats in one tap. */
export function SeatTools(props: Props) {
  const { seats, party, usualSize = USUAL_SIZE, isBusy, closed, onParty, onBest } = props
  const [tier, setTier] = useState<SeatTier>()
  const tiers = tiersOf(seats)
  const size = party?.size ?? usualSize
  const category = tier && categoryOf(seats, tier)
  const label = size === 1 ? 'Best Seat' : 'Best Seats'

  return (
    <div className="seat-tools flex min-w-0 flex-wrap items-center gap-x-2">
      <WordSelect
        label="How many people"
        value={String(party?.size ?? 0)}
        onChange={(value) => onParty(partyOf(Number(value)))}
      >
        <option value="0">{usualSize === 1 ? '1 person' : `${usualSize} people`}</option>
        {PARTY_SIZES.map((count) => (
          <option key={count} value={count}>
            {count === 1 ? '1 seat' : `${count} together`}
          </option>
        ))}
      </WordSelect>
      {tiers.length > 1 && (
        <>
          <span aria-hidden="true">·</span>
          <WordSelect
            label="Price of the best seats"
            value={tier ?? ''}
            onChange={(value) => setTier(SEAT_TIERS.find((one) => one === value))}
          >
            <option value="">any price</option>
            {tiers.map((one) => (
              <option key={one} value={one}>
                {`${formatRupees(tierPrice(one))} ${TIER_NAMES[one]}`}
              </option>
            ))}
          </WordSelect>
        </>
      )}
      <Button
        variant="secondary"
        className="ms-auto shrink-0 px-3! whitespace-nowrap sm:ms-2 sm:px-5!"
        aria-label={`${label} for ${size}`}
        disabled={closed}
        busy={isBusy}
        onClick={() => onBest({ size, category })}
      >
        {label}
      </Button>
    </div>
  )
}

interface SelectProps {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

/** A list that looks like a word of the sentence. */
function WordSelect({ label, value, onChange, children }: SelectProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="word-select"
      >
        {children}
      </select>
    </>
  )
}

function partyOf(size: number): SeatParty | undefined {
  if (size === 0) return
  return {
    size,
    adjacentSeatsAt: (seatId, { seats, isFree }) =>
      findAdjacentSeats(createHall(seats), seatId, { size, isFree }),
  }
}
