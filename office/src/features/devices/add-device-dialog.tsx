import type { CallInput } from '@marquee/contract/calls/endpoint'
import { createPairingCode } from '@marquee/contract/office/devices'
import { Scope } from '@marquee/contract/office/office-endpoint'
import { DAY_MS } from '@marquee/contract/time'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Field, SelectField } from '@marquee/ui-kit/ui/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { SCOPE_TEXTS } from '#lib/access.ts'
import { PairingCode } from './pairing-code.tsx'

type DeviceInvitation = CallInput<typeof createPairingCode>['body']

const useCreatePairingCode = () =>
  useMutation({ mutationFn: (body: DeviceInvitation) => call(createPairingCode, { body }) })

const EXPIRIES = [
  [0, 'Never'],
  [1, 'In a day'],
  [7, 'In a week'],
  [90, 'In 90 days'],
] as const

/** Names a new device, then shows the link and the QR code that pair it. */
export function AddDeviceDialog({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit, getValues } = useForm({
    defaultValues: { name: '', scope: 'counter' as Scope, days: '0' },
  })
  const create = useCreatePairingCode()

  if (create.data) {
    const { name, scope } = getValues()
    return (
      <Dialog title={`Pair ${name}`} onClose={onClose}>
        <PairingCode link={create.data.link} scope={scope} />
        <Button className="mt-4 w-full" onClick={onClose}>
          Done
        </Button>
      </Dialog>
    )
  }
  const submit = handleSubmit(({ name, scope, days }) => {
    const expiresAt =
      days === '0' ? null : new Date(serverNow() + Number(days) * DAY_MS).toISOString()
    create.mutate({ name, scope, expiresAt })
  })
  return (
    <Dialog title="Add a device" onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label="Name"
          maxLength={60}
          autoFocus
          autoComplete="off"
          placeholder="Front door"
          error={create.error?.message}
          {...register('name')}
        />
        <SelectField label="What it may do" {...register('scope')}>
          {Scope.options.map((option) => (
            <option key={option} value={option}>
              {SCOPE_TEXTS[option]}
            </option>
          ))}
        </SelectField>
        <SelectField label="Expires" {...register('days')}>
          {EXPIRIES.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        <Button type="submit" busy={create.isPending}>
          Make the link
        </Button>
      </form>
    </Dialog>
  )
}
