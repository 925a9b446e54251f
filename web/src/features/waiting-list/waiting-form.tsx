import { PARTY_SIZES } from '@marquee/contract/holds'
import { categoryOf, type Seat, type SeatTier, seatTier, tiersOf } from '@marquee/contract/seats'
import type { WaitingRequest } from '@marquee/contract/waiting-list'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { TIER_NAMES } from '@marquee/ui-kit/seat-map/seat-label.ts'
import { type FormEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import type { WantedSeats } from './largest-block.ts'

const HOUR_MS = 3_600_000
const PERIODS = [
  ['', 'Until booking closes'],
  ['1', 'For 1 hour'],
  ['3', 'For 3 hours'],
  ['24', 'For 24 hours'],
] as const

const USUAL_SEATS: WantedSeats = { size: 2, together: true }

const isWanted = ({ category }: WantedSeats, tier: SeatTier) =>
  category === undefined || seatTier(category) === tier

interface Props {
  showtimeId: string
  seats: readonly Seat[]
  /** What the form asks for at first. */
  wantedSeats: WantedSeats | undefined
  busy: boolean
  formRef: RefObject<HTMLFormElement | null>
  onJoin: (request: WaitingRequest) => void
}

/** How many seats a party waits for, which ones, and until when. */
export function WaitingForm(props: Props) {
  const { showtimeId, seats, wantedSeats = USUAL_SEATS, busy, formRef, onJoin } = props
  const tiers = tiersOf(seats)
  const [size, setSize] = useState(wantedSeats.size)
  const [together, setTogether] = useState(wantedSeats.together)
  const [unwanted, setUnwanted] = useState(() =>
    tiers.filter((tier) => !isWanted(wantedSeats, tier)),
  )
  const [hours, setHours] = useState('')
  const wanted = tiers.filter((tier) => !unwanted.includes(tier))

  function submit(event: FormEvent) {
    event.preventDefault()
    onJoin({
      ...{ showtimeId, seats: size, together },
      ...(unwanted.length > 0 && {
        categories: wanted.map((tier) => categoryOf(seats, tier) ?? ''),
      }),
      ...(hours !== '' && {
        until: new Date(serverNow() + Number(hours) * HOUR_MS).toISOString(),
      }),
    })
  }
  const toggle = (tier: SeatTier) =>
    setUnwanted(
      unwanted.includes(tier) ? unwanted.filter((one) => one !== tier) : [...unwanted, tier],
    )

  return (
    <form ref={formRef} onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Labelled label="Seats">
          {(id) => (
            <Select
              id={id}
              value={String(size)}
              onChange={(value) => setSize(Number(value))}
              className="w-full"
            >
              {PARTY_SIZES.map((count) => (
                <option key={count}>{count}</option>
              ))}
            </Select>
          )}
        </Labelled>
        <Labelled label="How long">
          {(id) => (
            <Select id={id} value={hours} onChange={setHours} className="w-full">
              {PERIODS.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Labelled>
      </div>
      {size > 1 && (
        <Checkbox checked={together} onChange={() => setTogether(!together)}>
          Only seats side by side
        </Checkbox>
      )}
      {tiers.length > 1 && (
        <fieldset>
          <legend className="text-sm text-ash">Categories</legend>
          <div className="flex flex-wrap gap-x-6">
            {tiers.map((tier) => (
              <Checkbox key={tier} checked={wanted.includes(tier)} onChange={() => toggle(tier)}>
                {TIER_NAMES[tier]}
              </Checkbox>
            ))}
          </div>
        </fieldset>
      )}
      <div>
        <Button type="submit" busy={busy} disabled={wanted.length === 0}>
          Join the Waiting List
        </Button>
      </div>
    </form>
  )
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-sm text-ash">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

interface CheckboxProps {
  checked: boolean
  onChange: () => void
  children: ReactNode
}

const Checkbox = ({ checked, onChange, children }: CheckboxProps) => (
  <label className="flex min-h-11 items-center gap-3">
    <input
      type="checkbox"
      checked={checked}
      onChange={onChange}
      className="size-5 shrink-0 accent-brass"
    />
    {children}
  </label>
)
