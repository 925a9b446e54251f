import type { Device } from '@marquee/contract/office/devices'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { useRenameDevice } from './devices.queries.ts'

export function RenameDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const [name, setName] = useState(device.name)
  const rename = useRenameDevice(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate({ _id: device._id, name })
  }
  return (
    <Dialog title={`Rename ${device.name}`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label="Name"
          name="name"
          value={name}
          maxLength={60}
          autoFocus
          autoComplete="off"
          error={rename.error?.message}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" busy={rename.isPending}>
          Rename
        </Button>
      </form>
    </Dialog>
  )
}
