import { Checkbox } from '@marquee/ui-kit/ui/field.tsx'
import { useHydrated } from '@marquee/ui-kit/ui/use-hydrated.ts'
import { useState } from 'react'
import { isSearchShortcutOn, SEARCH_SHORTCUT, setSearchShortcut } from '#lib/device-data.ts'
import { isKeepingDetails, setKeepingDetails } from '#lib/last-details.ts'

/** Whether this device keeps the phone and the vehicle numbers for the next booking. Switching it off deletes them. */
export const KeepDetails = () => (
  <DeviceSwitch
    label="Remember my phone and vehicle numbers"
    hint="On this device, for the next booking."
    read={isKeepingDetails}
    write={setKeepingDetails}
  />
)

/** Speech input and shaking hands press keys by mistake. Visitors can switch off a shortcut of one character (WCAG 2.1.4). */
export const SearchShortcut = () => (
  <DeviceSwitch
    label={`Keyboard shortcut ${SEARCH_SHORTCUT}`}
    hint="On this device, it moves to the search of the home page."
    read={isSearchShortcutOn}
    write={setSearchShortcut}
  />
)

interface SwitchProps {
  label: string
  hint: string
  /** Reads the setting from the storage of the browser, which the server does not have. */
  read: () => boolean
  write: (isOn: boolean) => void
}

function DeviceSwitch({ label, hint, read, write }: SwitchProps) {
  const [isOn, setOn] = useState(read)
  const isHydrated = useHydrated()
  return (
    <Checkbox
      checked={isHydrated && isOn}
      onChange={({ target }) => {
        write(target.checked)
        setOn(target.checked)
      }}
    >
      <span>
        {label}
        <span className="block text-sm text-ash">{hint}</span>
      </span>
    </Checkbox>
  )
}
