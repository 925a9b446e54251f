import type { ParkingSlot } from '@marquee/contract/parking'
import { useEffect, useRef } from 'react'
import { VehicleNumberField } from '#lib/vehicle-number-field.tsx'

interface Props {
  slot: ParkingSlot
  /** The visitor has just chosen the slot: the field takes the focus. */
  takesFocus: boolean
  value: string
  onChange: (vehicleNumber: string) => void
}

/** The vehicle number of a chosen slot. Enter moves on to the phone number. */
export function VehicleField({ slot, takesFocus, value, onChange }: Props) {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.querySelector('input')?.focus()
  }, [takesFocus])

  return (
    <div ref={field} className="vehicle-field">
      <VehicleNumberField
        id={slot._id}
        slot={slot}
        value={value}
        enterKeyHint="next"
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The phone field would take the same key press as its own.
          event.preventDefault()
          // Its bar sticks to the window: the page need not scroll.
          document.getElementById('phone')?.focus({ preventScroll: true })
        }}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
