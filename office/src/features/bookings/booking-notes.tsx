import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { getBooking } from '@marquee/contract/office/bookings'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { useForm } from 'react-hook-form'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { useAddNote } from './bookings.queries.ts'

interface Props {
  reference: string
  notes: ResponseBody<typeof getBooking>['notes']
}

export function BookingNotes({ reference, notes }: Props) {
  const timeZone = useTimeZone()
  const { register, handleSubmit, reset, watch } = useForm({ defaultValues: { text: '' } })
  const add = useAddNote(reference, reset)
  return (
    <section aria-label="Notes" className="grid gap-2">
      <h3 className="font-semibold">Notes</h3>
      {notes.map(({ _id, at, device, text: note }) => (
        <div key={_id} className="border-s-2 border-rule ps-3">
          <p className="whitespace-pre-line">{note}</p>
          <p className="text-sm text-ash">
            {dateTimeOf(at, timeZone)}
            {device && `, ${device.name}`}
          </p>
        </div>
      ))}
      <form
        onSubmit={handleSubmit(({ text }) => add.mutate(text))}
        noValidate
        className="flex items-end gap-2"
      >
        <Field
          label="New note"
          className="flex-1"
          maxLength={1000}
          autoComplete="off"
          error={add.error?.message}
          {...register('text')}
        />
        <Button
          type="submit"
          variant="secondary"
          busy={add.isPending}
          disabled={!watch('text').trim()}
        >
          Add
        </Button>
      </form>
    </section>
  )
}
