import { findCheckoutProblem, totalCost } from '@marquee/contract/bookings'
import type { Movie } from '@marquee/contract/movies'
import { PAGES } from '@marquee/contract/pages'
import { type ParkingSlot, tidyVehicleNumber } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats'
import type { Showtime } from '@marquee/contract/showtimes'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { vehicleFieldId } from '#lib/vehicle-field.ts'
import { useDialog } from '#ui/use-dialog.ts'
import { type Checkout, newIdempotencyKey, storeCheckout } from './checkout.ts'
import type { Claims } from './claims.ts'
import type { Draft } from './draft.ts'

export interface Order {
  movie: Movie
  showtime: Showtime
  seats: Seat[]
  slots: ParkingSlot[]
  phone: string
  /** The account's own number, which it has proved to be theirs. */
  phoneVerified: boolean
  vehicleNumbers: Draft['vehicleNumbers']
}

/** Takes an order to payment: the five checks first, then the server's word, then the way there. */
export function useProceed(claims: Claims) {
  const navigate = useNavigate()
  const ask = useDialog()
  const [busy, setBusy] = useState(false)

  async function proceed(order: Order) {
    const named = { ...order, slots: withVehicles(order) }
    const objection = findCheckoutProblem(named)
    if (objection) {
      const { about, ...question } = objection
      await ask(question)
      afterFocusReturned(() => fieldOf(about)?.focus())
      return
    }
    setBusy(true)
    const ack = await claims.checkOut()
    setBusy(false)
    if (!ack.ok) return void ask({ title: 'Please Choose Again', text: ack.message })

    const checkout = checkoutOf(order, ack.holdUntil)
    storeCheckout(checkout)
    await navigate(PAGES.payment, { state: checkout })
  }

  return { proceed, busy }
}

/** A closing dialog gives the focus back in a task of its own, once it is out of the page. */
const afterFocusReturned = (act: () => void) => requestAnimationFrame(() => setTimeout(act))

const withVehicles = ({ slots, vehicleNumbers }: Order) =>
  slots.map((slot) => ({ ...slot, vehicleNumber: vehicleNumbers[slot._id] ?? '' }))

/** Where the objection is mended. */
const fieldOf = (about: 'seats' | 'phone' | ParkingSlot) =>
  document.getElementById(typeof about === 'string' ? about : vehicleFieldId(about._id))

function checkoutOf(order: Order, holdUntil: string | null): Checkout {
  const { movie, showtime, seats, slots, phoneVerified } = order
  const phone = order.phone.trim()
  return {
    bookingData: {
      showtimeId: showtime._id,
      movieId: movie._id,
      seats: seats.map(({ _id }) => _id),
      parkingSlots: withVehicles(order).map(({ _id, vehicleNumber }) => ({
        slotId: _id,
        vehicleNumber: tidyVehicleNumber(vehicleNumber),
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
    idempotencyKey: newIdempotencyKey(),
  }
}
