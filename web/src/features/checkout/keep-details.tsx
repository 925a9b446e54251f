import { Checkbox } from '@marquee/ui-kit/ui/field.tsx'
import { useState } from 'react'
import { isKeepingDetails, setKeepingDetails } from '#lib/last-details.ts'

/** Whether this device keeps the phone and the vehicle numbers for the next booking. Switching it off deletes them. */
export function KeepDetails() {
  const [isOn, setOn] = useState(isKeepingDetails)
  return (
    <Checkbox
      checked={isOn}
      onChange={({ target }) => {
        setKeepingDetails(target.checked)
        setOn(target.checked)
      }}
    >
      <span>
        Remember my phone and vehicle numbers
        <span className="block text-sm text-ash">On this device, for the next booking.</span>
      </span>
    </Checkbox>
  )
}
