import { createHall } from '@marquee/contract/seats/hall'
import { PARTY_SIZES } from '@marquee/contract/seats/holds'
import { findBlock } from '@marquee/contract/seats/seat-blocks'
import {
  categoryOf,
  SEAT_TIERS,
  type Seat,
  type SeatTier,
  tierPrice,
  tiersOf,
} from '@marquee/contract/seats/seats'
import { formatRupees } from '@marquee/contract/text/money'
import { TIER_NAMES } from '@marquee/ui-kit/seat-map/seat-label.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Select } from '@marquee/ui-kit/ui/field.tsx'
import Accessible from 'lucide-react/icons/accessibility'
import Sparkles from 'lucide-react/icons/sparkles'
import Users from 'lucide-react/icons/users'
import { type ReactNode, useId, useState } from 'react'

/** The party that a visitor chooses seats for. */
export interface SeatParty {
  size: number
  /** Returns the seats that a tap on a seat takes. */
  blockAt: (seatId: string, options: BlockOptions) => Seat[] | undefined
}

/** The seats that a party asks for. */
export interface PartyRequest {
  size: number
  /** All categories if undefined. */
  category?: string | undefined
}

interface BlockOptions {
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
  isAccessible: boolean
  isBusy: boolean
  closed: boolean
  onParty: (party: SeatParty | undefined) => void
  onAccessible: (isAccessible: boolean) => void
  onBest: (request: PartyRequest) => void
}

/** How many, which price, accessible places, and the best seats in one tap. */
export function SeatTools(props: Props) {
  const {
    seats,
    party,
    usualSize = USUAL_SIZE,
    isAccessible,
    isBusy,
    closed,
    onParty,
    onAccessible,
    onBest,
  } = props
  const [tier, setTier] = useState<SeatTier>()
  const tiers = tiersOf(seats)
  const hasAccessible = seats.some(({ accessible }) => accessible)
  const size = party?.size ?? usualSize
  const category = tier && categoryOf(seats, tier)

  const shortLabel = size === 1 ? 'Best seat' : `Best ${size}`
  const bestLabel = size === 1 ? 'Best seat for me' : `Best ${size} seats for me`

  return (
    <div className="seat-tools flex min-w-0 flex-wrap gap-1.5 sm:gap-2.5">
      <LabelledSelect
        label="How many people"
        icon={<Users aria-hidden="true" className="size-4 shrink-0 text-brass max-sm:hidden" />}
        value={String(party?.size ?? 0)}
        onChange={(value) => onParty(partyOf(Number(value)))}
      >
        <option value="0">1 by 1</option>
        {PARTY_SIZES.map((count) => (
          <option key={count}>{count}</option>
        ))}
      </LabelledSelect>
      {tiers.length > 1 && (
        <LabelledSelect
          label="Price of the best seats"
          canShrink
          value={tier ?? ''}
          onChange={(value) => setTier(SEAT_TIERS.find((one) => one === value))}
        >
          <option value="">Any ₹</option>
          {tiers.map((one) => (
            <option key={one} value={one}>
              {`${formatRupees(tierPrice(one))} ${TIER_NAMES[one]}`}
            </option>
          ))}
        </LabelledSelect>
      )}
      {hasAccessible && (
        <Button
          variant={isAccessible ? 'primary' : 'secondary'}
          className="min-w-11 shrink-0 px-2!"
          aria-pressed={isAccessible}
          aria-label="Accessible places"
          title="Accessible places"
          onClick={() => onAccessible(!isAccessible)}
        >
          <Accessible aria-hidden="true" className="size-5" />
        </Button>
      )}
      <Button
        variant="secondary"
        className="grow px-2! whitespace-nowrap sm:grow-0 sm:px-5!"
        aria-label={bestLabel}
        disabled={closed}
        busy={isBusy}
        onClick={() => onBest({ size, category })}
      >
        <Sparkles aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" />
        <span className="sm:hidden">{shortLabel}</span>
        <span className="max-sm:hidden">{bestLabel}</span>
      </Button>
    </div>
  )
}

interface SelectProps {
  label: string
  icon?: ReactNode
  value: string
  /** A long value may be cut off on a narrow screen. */
  canShrink?: boolean
  onChange: (value: string) => void
  children: ReactNode
}

function LabelledSelect(props: SelectProps) {
  const { label, icon, value, canShrink = false, onChange, children } = props
  const id = useId()
  return (
    <div
      className={`flex items-center gap-1.5 ${canShrink ? 'min-w-0 grow basis-14 sm:grow-0 sm:basis-auto' : 'shrink-0'}`}
    >
      {icon}
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`text-sm font-medium ${canShrink ? 'w-full' : ''}`}
      >
        {children}
      </Select>
    </div>
  )
}

function partyOf(size: number): SeatParty | undefined {
  if (size === 0) return
  return {
    size,
    blockAt: (seatId, { seats, isFree }) => findBlock(createHall(seats), seatId, { size, isFree }),
  }
}
