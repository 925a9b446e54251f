import type { StaffScreen } from '@marquee/contract/office/programme/screens'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { NumberField } from '#ui/number-field.tsx'
import { useChangeScreen, useRetireScreen } from './halls.queries.ts'

const MAX_NAME_LENGTH = 120
export const MAX_CLEANING_MINUTES = 240

interface Props {
  screen: StaffScreen
  onClose: () => void
}

/** The name of a hall, and the minutes between two shows. */
export function ScreenDialog({ screen, onClose }: Props) {
  const { register, handleSubmit } = useForm({ defaultValues: { name: screen.name } })
  const [cleaningMinutes, setCleaningMinutes] = useState(screen.cleaningMinutes)
  const change = useChangeScreen(screen._id, onClose)
  return (
    <Dialog title={screen.name} onClose={onClose}>
      <form
        noValidate
        onSubmit={handleSubmit(({ name }) => change.mutate({ name, cleaningMinutes }))}
        className="grid gap-4"
      >
        <Field
          label="Name"
          maxLength={MAX_NAME_LENGTH}
          autoFocus
          autoComplete="off"
          {...register('name')}
        />
        <NumberField
          label="Cleaning, minutes"
          hint="Free time between two shows"
          value={cleaningMinutes}
          min={0}
          max={MAX_CLEANING_MINUTES}
          onChange={setCleaningMinutes}
        />
        {change.error && <ErrorText>{change.error.message}</ErrorText>}
        <Button type="submit" busy={change.isPending}>
          Save
        </Button>
      </form>
    </Dialog>
  )
}

/** Asks first. The server refuses a hall that has shows to come. */
export function RetireDialog({ screen, onClose }: Props) {
  const retire = useRetireScreen(onClose)
  return (
    <Dialog
      title={`Retire ${screen.name}?`}
      text="No show can be added to it any more. Earlier bookings keep their seats."
      onClose={onClose}
    >
      {retire.error && <ErrorText>{retire.error.message}</ErrorText>}
      <div className="mt-3 flex flex-wrap gap-2 first:mt-0">
        <Button variant="danger" busy={retire.isPending} onClick={() => retire.mutate(screen)}>
          Retire
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Dialog>
  )
}
