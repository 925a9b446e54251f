import type { StaffScreen } from '@marquee/contract/office/programme/screens'
import { useState } from 'react'
import { NumberField } from '#ui/number-field.tsx'
import { ConfirmDialog, NameDialog } from '#ui/small-dialogs.tsx'
import { useChangeScreen, useRetireScreen } from './halls.queries.ts'

const MAX_NAME_LENGTH = 120
export const MAX_CLEANING_MINUTES = 240

interface Props {
  screen: StaffScreen
  onClose: () => void
}

/** The name of a hall, and the minutes between two shows. */
export function ScreenDialog({ screen, onClose }: Props) {
  const [cleaningMinutes, setCleaningMinutes] = useState(screen.cleaningMinutes)
  const change = useChangeScreen(screen._id, onClose)
  return (
    <NameDialog
      title={screen.name}
      name={screen.name}
      maxLength={MAX_NAME_LENGTH}
      action="Save"
      request={change}
      onSave={(name) => change.mutate({ name, cleaningMinutes })}
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
    </NameDialog>
  )
}

/** Asks first. The server refuses a hall that has shows to come. */
export function RetireDialog({ screen, onClose }: Props) {
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
