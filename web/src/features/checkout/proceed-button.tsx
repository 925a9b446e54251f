import { findCheckoutProblem, totalCost } from '@marquee/contract/bookings/checkout-form'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { PAGES } from '@marquee/contract/pages'
import type { ParkingSlot } from '@marquee/contract/parking'
import { normalizeVehicleNumber } from '@marquee/contract/parking-slots'
import type { Seat } from '@marquee/contract/seats/seats'
import type { Ack } from '@marquee/contract/socket'
import { cleanText } from '@marquee/contract/text/clean-text'
import { createIdempotencyKey } from '@marquee/ui-kit/lib/idempotency-key.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import type { PendingOrder } from './pending-order.ts'
import { storePendingOrder } from './store-order.ts'

interface Props {
  order: OrderInput
  closed: boolean
  beginCheckout: () => Promise<Ack | undefined>
}

/** Disabled without a seat. In a closed showtime, seats that are still held can be paid for. */
export function ProceedButton({ order, closed, beginCheckout }: Props) {
  const { proceed, busy } = useProceedToPayment(beginCheckout)
  const hasSeats = order.seats.length > 0
  return (
    <Button className="max-w-full" disabled={!hasSeats} busy={busy} onClick={() => proceed(order)}>
      {closed && !hasSeats ? 'Booking Closed' : 'Proceed to Payment'}
    </Button>
  )
}

interface OrderInput {
  movie: Movie
  showtime: Showtime
  seats: Seat[]
  slots: ParkingSlot[]
  phone: string
  /** The phone is the verified one of the account. */
  phoneVerified: boolean
  /** By slot id. */
  vehicleNumbers: Readonly<Record<string, string>>
}

/**
 * Validates the order (specification §5), begins the checkout on the server and opens the payment page. Without an acknowledgement the
 * visitor has changed the selection instead.
 */
function useProceedToPayment(beginCheckout: () => Promise<Ack | undefined>) {
  const navigate = useNavigate()
  const openDialog = useDialog()
  const { mutateAsync, isPending } = useMutation({ mutationFn: beginCheckout })

  async function proceed(order: OrderInput) {
    const problem = findCheckoutProblem({ ...order, slots: withVehicleNumbers(order) })
    if (problem) {
      const { field, ...message } = problem
      await openDialog(message)
      afterDialogClosed(() => findInput(field)?.focus({ preventScroll: field === 'phone' }))
      return
    }
    const ack = await mutateAsync()
    if (!ack) return
    if (!ack.ok) return void openDialog({ title: 'Please Choose Again', text: ack.message })

    const pendingOrder = createPendingOrder(order, ack)
    storePendingOrder(pendingOrder)
    await navigate(PAGES.payment, { state: pendingOrder })
  }

  return { proceed, busy: isPending }
}

/** A closing dialog returns the focus in a later task, which would undo an earlier focus. */
const afterDialogClosed = (action: () => void) => requestAnimationFrame(() => setTimeout(action))

/** The id of an input: `seats`, `phone`, or the slot id of a vehicle number. */
const findInput = (field: 'seats' | 'phone' | ParkingSlot) =>
  document.getElementById(typeof field === 'string' ? field : field._id)

const withVehicleNumbers = ({ slots, vehicleNumbers }: OrderInput) =>
  slots.map((slot) => ({ ...slot, vehicleNumber: vehicleNumbers[slot._id] ?? '' }))

function createPendingOrder(
  order: OrderInput,
  { holdUntil }: Extract<Ack, { ok: true }>,
): PendingOrder {
  const { movie, showtime, seats, slots, phoneVerified } = order
  const phone = cleanText(order.phone)
  return {
    bookingData: {
      showtimeId: showtime._id,
      movieId: movie._id,
      seats: seats.map(({ _id }) => _id),
      parkingSlots: withVehicleNumbers(order).map(({ _id, vehicleNumber }) => ({
        slotId: _id,
        vehicleNumber: normalizeVehicleNumber(vehicleNumber),
      })),
      phone,
      phoneVerified,
      totalCost: totalCost({ seats, slots }),
      ...(holdUntil ? { holdUntil } : {}),
      parkingDetails: { phone },
    },
    movieDetails: movie,
    showtimeDetails: showtime,
    selectedSeats: seats,
    selectedParking: {
      twoWheeler: slots.filter(({ type }) => type === 'twoWheeler'),
      fourWheeler: slots.filter(({ type }) => type === 'fourWheeler'),
    },
    idempotencyKey: createIdempotencyKey(),
  }
}
