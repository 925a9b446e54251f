import type { ResponseBody } from '@marquee/contract/endpoint'
import type { getBooking } from '@marquee/contract/office/bookings'
import { type FormEvent, useState } from 'react'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { useAddNote } from './bookings.queries.ts'

interface Props {
  reference: string
  notes: ResponseBody<typeof getBooking>['notes']
}

export function BookingNotes({ reference, notes }: Props) {
  const timeZone = useTimeZone()
  const [text, setText] = useState('')
  const add = useAddNote(reference, () => setText(''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(text)
  }
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
      <form onSubmit={submit} noValidate className="flex items-end gap-2">
        <Field
          label="New note"
          className="flex-1"
          value={text}
          maxLength={1000}
          autoComplete="off"
          error={add.error?.message}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" variant="secondary" busy={add.isPending} disabled={!text.trim()}>
          Add
        </Button>
      </form>
    </section>
  )
}
