import type { Device } from '@marquee/contract/office/devices'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { useForm } from 'react-hook-form'
import { useRenameDevice } from './devices.queries.ts'

export function RenameDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { register, handleSubmit } = useForm({ defaultValues: { name: device.name } })
  const rename = useRenameDevice(onClose)
  return (
    <Dialog title={`Rename ${device.name}`} onClose={onClose}>
      <form
        noValidate
        onSubmit={handleSubmit(({ name }) => rename.mutate({ _id: device._id, name }))}
        className="grid gap-4"
      >
        <Field
          label="Name"
          maxLength={60}
          autoFocus
          autoComplete="off"
          error={rename.error?.message}
          {...register('name')}
        />
        <Button type="submit" busy={rename.isPending}>
          Rename
        </Button>
      </form>
    </Dialog>
  )
}
