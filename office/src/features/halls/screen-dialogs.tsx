import type { StaffScreen } from '@marquee/contract/office/programme/screens'
import { formatDate, formatIsoDate } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { useState } from 'react'
import { useTimeZone } from '#lib/device.queries.ts'
import { NumberField } from '#ui/number-field.tsx'
import { ConfirmDialog, NameDialog } from '#ui/small-dialogs.tsx'
import { useChangeScreen, useRetireScreen } from './halls.queries.ts'

const MAX_NAME_LENGTH = 120
export const MAX_CLEANING_MINUTES = 240

interface Props {
  screen: StaffScreen
  onClose: () => void
}

/** The name of a hall, the minutes between two shows, and the days on which it is closed. */
export function ScreenDialog({ screen, onClose }: Props) {
  const [cleaningMinutes, setCleaningMinutes] = useState(screen.cleaningMinutes)
  const [from, setFrom] = useState(screen.closed?.from ?? '')
  const [to, setTo] = useState(screen.closed?.to ?? '')
  const today = formatIsoDate(serverNow(), useTimeZone())
  const closed = from === '' ? null : { from, to: to < from ? from : to }
  const change = useChangeScreen(screen._id, onClose)
  return (
    <NameDialog
      title={screen.name}
      name={screen.name}
      maxLength={MAX_NAME_LENGTH}
      action="Save"
      request={change}
      onSave={(name) => change.mutate({ name, cleaningMinutes, closed })}
      onClose={onClose}
    >
      <NumberField
        label="Cleaning, minutes"
        hint="Free time between two shows"
        value={cleaningMinutes}
        min={0}
        max={MAX_CLEANING_MINUTES}
        onChange={setCleaningMinutes}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <DateField
          label="Closed from"
          type="date"
          format={formatDate}
          empty="Not closed"
          hint="Daily shows are left out"
          min={screen.closed ? undefined : today}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <DateField
          label="Closed until"
          type="date"
          format={formatDate}
          empty="One day"
          hint="The last closed day"
          min={from || today}
          disabled={from === ''}
          value={closed?.to ?? ''}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
    </NameDialog>
  )
}

/** Asks first. The server refuses a hall that has shows to come. */
export function RetireScreenDialog({ screen, onClose }: Props) {
  const retire = useRetireScreen(onClose)
  return (
    <ConfirmDialog
      title={`Retire ${screen.name}?`}
      text="No show can be added to it any more. Earlier bookings keep their seats."
      action="Retire"
      request={retire}
      onConfirm={() => retire.mutate(screen)}
      onClose={onClose}
    />
  )
}
