import type { Booking } from '@marquee/contract/bookings/bookings'
import { ticketPath } from '@marquee/contract/pages'
import type { ParkingSlot } from '@marquee/contract/parking'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { AddParking } from '#features/booking-changes/add-parking.tsx'
import { ChangeBar, ChangeSummary } from '#features/booking-changes/change-summary.tsx'
import { useSeatChange } from '#features/booking-changes/use-seat-change.ts'
import { VehicleNumbers } from '#features/booking-changes/vehicle-numbers.tsx'
import type { BookedSeats } from '#features/seat-selection/choosing/use-choosing.ts'
import { TimeLeft } from '#features/seat-selection/hold-timers/time-left.tsx'
import { ParkingSection } from '#features/seat-selection/parking/parking-section.tsx'
import { SeatScreenFrame } from '#features/seat-selection/seat-screen-frame.tsx'
import {
  type SelectionOptions,
  type SelectionState,
  useSelection,
} from '#features/seat-selection/selection/use-selection.ts'
import { keepTickets } from '#features/tickets/offline/keep-tickets.ts'
import { MY_BOOKINGS_PATH } from '#lib/paths.ts'

interface Props extends SelectionOptions {
  userId: string
  booking: Booking
}

/** The seats of a showtime, to change those of the booking, and at the booked showtime parking and vehicles. */
export function ChangeSeatsScreen(props: Props) {
  const { userId, booking, showtime, seats, slots, pending } = props
  const selection = useSelection({ showtime, seats, slots, pending })
  const { isWaiting } = selection
  const navigate = useNavigate()
  const { bookingReference: reference } = booking
  const isOtherShowtime = showtime._id !== booking.showtimeId._id
  const { seatsToGiveBack, bookedSeats, keepAll } = useSeatsToGiveBack(booking, isOtherShowtime)
  const { newSeats, newSlots } = findNewPlaces(selection, booking, showtime._id)
  const parking = useParking(newSlots, selection.releaseSlots)
  const heading = useRef<HTMLHeadingElement>(null)
  /** Read when the response of a change arrives: more may be chosen by then than when it was sent. */
  const chosen = useRef({ seats: false, slots: false })
  useEffect(() => {
    chosen.current = {
      seats: bookedSeats.givenBackIds.length + newSeats.length > 0,
      slots: parking.slots.length > 0,
    }
  })

  /** Stays on the page if something is chosen that is not changed yet. */
  const finish = (text: string, isMoreChosen: boolean) => {
    notify(text)
    void keepTickets(userId)
    // The button with the focus may go away.
    if (isMoreChosen) heading.current?.focus({ preventScroll: true })
    else void navigate(ticketPath(reference), { replace: true })
  }
  const change = useSeatChange(
    { userId, reference },
    {
      showtimeId: showtime._id,
      giveBack: [...bookedSeats.givenBackIds],
      take: newSeats.map(({ _id }) => _id),
    },
    {
      onChanged: () => {
        keepAll()
        finish('Seats changed. Your ticket shows the new ones.', chosen.current.slots)
      },
    },
  )
  const finishParking = () => {
    parking.close()
    finish('Parking added.', chosen.current.seats)
  }
  const summary = {
    change,
    oldSeatNumbers: seatsToGiveBack.map(({ seatNumber }) => seatNumber),
    newSeatNumbers: newSeats.map(({ seatNumber }) => seatNumber),
    newShow: isOtherShowtime
      ? { startTime: showtime.startTime, droppedSlots: booking.parkingSlots }
      : undefined,
  }
  const hasOnlySlots = parking.slots.length > 0 && newSeats.length === 0

  return (
    <SeatScreenFrame
      showtimeId={showtime._id}
      seats={seats}
      selection={selection}
      userId={userId}
      bookedSeats={bookedSeats}
      renderSummary={(timeLeft) => (
        <>
          {!isWaiting && <ChangeSummary {...summary} headingRef={heading} timeLeft={timeLeft} />}
          {!isOtherShowtime && (
            <>
              {!isWaiting && (
                <AddParking
                  userId={userId}
                  reference={reference}
                  slots={parking.slots}
                  timeLeft={<TimeLeft holdUntilMs={selection.holdUntilMs} className="lg:hidden" />}
                  onChanged={finishParking}
                />
              )}
              <VehicleNumbers
                userId={userId}
                booking={booking}
                onChanged={() => void keepTickets(userId)}
              />
            </>
          )}
          <p className="text-center">
            <Link to={MY_BOOKINGS_PATH} className="text-brass underline underline-offset-4">
              Keep my seats
            </Link>
          </p>
        </>
      )}
      renderBar={(timeLeft) =>
        !(hasOnlySlots || isWaiting) && <ChangeBar {...summary} timeLeft={timeLeft} />
      }
    >
      {!(isOtherShowtime || isWaiting) && (
        <ParkingSection
          slots={slots}
          selection={selection}
          open={parking.isOpen}
          paysForAll={false}
          vehicleNumbers={parking.vehicleNumbers}
          onOpenChange={parking.changeOpen}
          onVehicleNumber={parking.setVehicleNumber}
        />
      )}
    </SeatScreenFrame>
  )
}

/**
 * The chosen places that the booking does not have. The response of a change may be faster than the push to the map. Another showtime on the same
 * screen has the same places, and the booking has none of them there.
 */
function findNewPlaces({ seats, slots }: SelectionState, booking: Booking, showtimeId: string) {
  const isBooked = ({ _id }: { _id: string }) =>
    showtimeId === booking.showtimeId._id &&
    [...booking.seats, ...booking.parkingSlots].some((booked) => booked._id === _id)
  return {
    newSeats: seats.filter((seat) => !isBooked(seat)),
    newSlots: slots.filter((slot) => !isBooked(slot)),
  }
}

/** The seats that the visitor chooses to give back, or all of them for another showtime. */
function useSeatsToGiveBack({ seats }: Booking, isOtherShowtime: boolean) {
  const [chosenIds, setChosenIds] = useState<readonly string[]>([])
  const seatsToGiveBack = isOtherShowtime
    ? seats
    : seats.filter(({ _id }) => chosenIds.includes(_id))
  const bookedSeats: BookedSeats = {
    seatIds: isOtherShowtime ? [] : seats.map(({ _id }) => _id),
    givenBackIds: seatsToGiveBack.map(({ _id }) => _id),
    onToggle: (id) =>
      setChosenIds((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
  }
  return { seatsToGiveBack, bookedSeats, keepAll: () => setChosenIds([]) }
}

/** The parking slots that the visitor adds, with the numbers of their vehicles. */
function useParking(slots: ParkingSlot[], releaseSlots: SelectionState['releaseSlots']) {
  const [isOpen, setOpen] = useState(false)
  const [vehicleNumbers, setVehicleNumbers] = useState<Readonly<Record<string, string>>>({})
  return {
    isOpen: isOpen || slots.length > 0,
    vehicleNumbers,
    slots: slots.map(({ _id, type, slotNumber }) => ({
      slotId: _id,
      type,
      slotNumber,
      vehicleNumber: vehicleNumbers[_id] ?? '',
    })),
    changeOpen: (open: boolean) => {
      setOpen(open)
      if (!open) void releaseSlots()
    },
    /** Keeps the slots. */
    close: () => setOpen(false),
    setVehicleNumber: (slotId: string, vehicleNumber: string) =>
      setVehicleNumbers((numbers) => ({ ...numbers, [slotId]: vehicleNumber })),
  }
}
