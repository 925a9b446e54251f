import type { WaitingRequest } from '@marquee/contract/bookings/waiting-list'
import { PARTY_SIZES } from '@marquee/contract/seats/holds'
import { categoryOf, type SeatTier, seatTier, tiersOf } from '@marquee/contract/seats/seat-tiers'
import type { Seat } from '@marquee/contract/seats/seats'
import { HOUR_MS } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { TIER_NAMES } from '@marquee/ui-kit/seat-map/seat-label.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Checkbox, SelectField } from '@marquee/ui-kit/ui/field.tsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { SignInLink } from './sign-in-link.tsx'
import type { WantedSeats } from './use-waiting.ts'

interface Props {
  showtimeId: string
  seats: readonly Seat[]
  /** What the visitor has asked for and not found. */
  wantedSeats: WantedSeats | undefined
  isSignedIn: boolean
  busy: boolean
  onJoin: (request: WaitingRequest) => void
}

/** Says that seats are missing, and how to wait for them. */
export function JoinWaitingList(props: Props) {
  const { showtimeId, seats, wantedSeats, isSignedIn, busy, onJoin } = props
  const [isOpen, setIsOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // The button with the focus is gone, and most of the form can be below the screen.
  useEffect(() => {
    if (!isOpen) return
    form.current?.querySelector('select')?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'center' })
  }, [isOpen])

  return (
    <>
      <p className="text-ash">
        {missingText(seats, wantedSeats)} When seats come free, we hold them for you for a short
        time. We tell you here and by email. First come, first served.
      </p>
      {!isSignedIn ? (
        <SignInLink>Sign In to Join the Waiting List</SignInLink>
      ) : isOpen ? (
        <WaitingForm
          key={JSON.stringify(wantedSeats)}
          showtimeId={showtimeId}
          seats={seats}
          wantedSeats={wantedSeats}
          busy={busy}
          onJoin={onJoin}
          formRef={form}
        />
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            Tell Me When Seats Come Free
          </Button>
        </div>
      )}
    </>
  )
}

function missingText(seats: readonly Seat[], wantedSeats: WantedSeats | undefined) {
  if (!seats.some(({ status }) => status === 'AVAILABLE')) return 'All seats are taken.'
  if (!wantedSeats) return 'Only a few seats side by side are left.'
  const { size, together, category } = wantedSeats
  const tier = category === undefined ? '' : `${TIER_NAMES[seatTier(category)]} `
  if (size === 1) return `There is no free ${tier}seat.`
  return `There are no ${size} free ${tier}seats${together ? ' side by side' : ''}.`
}

const PERIODS = [
  ['', 'Until booking closes'],
  ['1', 'For 1 hour'],
  ['3', 'For 3 hours'],
  ['24', 'For 24 hours'],
] as const

const USUAL_SEATS: WantedSeats = { size: 2, together: true }

const isWanted = ({ category }: WantedSeats, tier: SeatTier) =>
  category === undefined || seatTier(category) === tier

interface WaitingFormProps {
  showtimeId: string
  seats: readonly Seat[]
  /** What the form asks for at first. */
  wantedSeats: WantedSeats | undefined
  busy: boolean
  formRef: RefObject<HTMLFormElement | null>
  onJoin: (request: WaitingRequest) => void
}

/** How many seats a party waits for, which ones, and until when. */
function WaitingForm(props: WaitingFormProps) {
  const { showtimeId, seats, wantedSeats = USUAL_SEATS, busy, formRef, onJoin } = props
  const tiers = tiersOf(seats)
  const { register, handleSubmit, watch } = useForm({
    defaultValues: {
      size: String(wantedSeats.size),
      together: wantedSeats.together,
      wanted: tiers.filter((tier) => isWanted(wantedSeats, tier)),
      hours: '',
    },
  })
  const [size, wanted] = watch(['size', 'wanted'])

  const submit = handleSubmit(({ together, hours }) => {
    const isAll = tiers.length === wanted.length
    onJoin({
      showtimeId,
      seats: Number(size),
      together,
      ...(!isAll && { categories: wanted.map((tier) => categoryOf(seats, tier) ?? '') }),
      ...(hours !== '' && {
        until: new Date(serverNow() + Number(hours) * HOUR_MS).toISOString(),
      }),
    })
  })

  return (
    <form ref={formRef} onSubmit={submit} className="grid gap-4">
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-[4.75rem_minmax(0,1fr)]">
        <SelectField label="Seats" {...register('size')}>
          {PARTY_SIZES.map((count) => (
            <option key={count}>{count}</option>
          ))}
        </SelectField>
        <SelectField label="How long" {...register('hours')}>
          {PERIODS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      {size !== '1' && <Checkbox {...register('together')}>Only seats side by side</Checkbox>}
      {tiers.length > 1 && (
        <fieldset>
          <legend className="text-sm text-ash">Categories</legend>
          <div className="flex flex-wrap gap-x-6">
            {tiers.map((tier) => (
              <Checkbox key={tier} value={tier} {...register('wanted')}>
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
