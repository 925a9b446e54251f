import { DEFAULT_CLEANING_MINUTES } from '@marquee/contract/office/programme/screens'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate } from 'react-router'
import { HallEditor, ROW_ANSWERS } from '#features/halls/hall-editor.tsx'
import { useAddScreen } from '#features/halls/halls.queries.ts'
import { MAX_CLEANING_MINUTES } from '#features/halls/screen-dialogs.tsx'
import { areSameFields, FIRST_HALL, useHall } from '#features/halls/use-hall.ts'
import { hallPath } from '#lib/access.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { Page } from '#ui/page.tsx'
import { HallHeading } from './hall-heading.tsx'

const NO_NAME = 'Give the hall a name, such as Screen 1.'

/** Adds a hall with its first layout. */
export function NewHall() {
  const hall = useHall(FIRST_HALL)
  const [cleaningMinutes, setCleaningMinutes] = useState(DEFAULT_CLEANING_MINUTES)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: '' } })
  const add = useAddScreen()
  const { rows, parking } = hall
  const submit = handleSubmit(({ name }) => add.mutate({ name, cleaningMinutes, rows, parking }))
  if (add.data) return <Navigate to={hallPath(add.data.screen._id)} replace />
  return (
    <Page title="New hall" heading={<HallHeading name="New hall" />}>
      <LeaveGuard
        hasChanges={
          formState.isDirty || hall.hasMistakes || !areSameFields({ rows, parking }, FIRST_HALL)
        }
        text="This hall is not added yet. Leaving discards it."
      />
      <div className="grid gap-4">
        <div className="panel flex flex-wrap items-start gap-4 p-4">
          <Field
            label="Name"
            className="w-72"
            maxLength={120}
            autoFocus
            autoComplete="off"
            placeholder="Screen 1"
            error={formState.errors.name?.message}
            {...register('name', { validate: (name) => name.trim() !== '' || NO_NAME })}
          />
          <NumberField
            label="Cleaning, minutes"
            className="w-56"
            hint="Free time between two shows"
            value={cleaningMinutes}
            min={0}
            max={MAX_CLEANING_MINUTES}
            onChange={setCleaningMinutes}
          />
        </div>
        <HallEditor hall={hall} />
        {add.error && <ErrorText>{add.error.message}</ErrorText>}
        <div className="flex flex-wrap items-center gap-3">
          <Button busy={add.isPending} disabled={hall.hasMistakes} onClick={() => void submit()}>
            Add the hall
          </Button>
          {hall.hasMistakes && <p className="text-danger">Correct the text of the rows first.</p>}
        </div>
      </div>
      <HowDoI
        answers={[
          [
            'enter a hall quickly',
            'Write its rows as text: A 1-12 Standard; B 1-14 Premium. Or choose Drawing and copy a row several times.',
          ],
          ...ROW_ANSWERS,
        ]}
      />
    </Page>
  )
}
