import type { CallInput } from '@marquee/contract/calls/endpoint'
import {
  createPairingCode,
  type Device,
  renameDevice,
  revokeDevice,
} from '@marquee/contract/office/devices'
import { Scope } from '@marquee/contract/office/office-endpoint'
import { DAY_MS } from '@marquee/contract/time'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Field, SelectField } from '@marquee/ui-kit/ui/field.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { DeviceTable } from '#features/devices/device-table.tsx'
import { refetchDevices, useDevices } from '#features/devices/devices.queries.ts'
import { PairingCode } from '#features/devices/pairing-code.tsx'
import { SCOPE_TEXTS } from '#lib/access.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { ConfirmDialog, NameDialog } from '#ui/small-dialogs.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

const useRenameDevice = (onSuccess: () => void) =>
  useMutation({
    mutationFn: ({ _id, name }: Pick<Device, '_id' | 'name'>) =>
      call(renameDevice, { params: { deviceId: _id }, body: { name } }),
    onSuccess: async () => {
      onSuccess()
      await refetchDevices()
    },
  })

const useRevokeDevice = (onSuccess: () => void) =>
  useMutation({
    mutationFn: ({ _id }: Device) => call(revokeDevice, { params: { deviceId: _id } }),
    onSuccess: async (_, { name }) => {
      notify(`${name} is revoked.`)
      onSuccess()
      await refetchDevices()
    },
  })

/** The devices that may use the office. */
export function DevicesPage() {
  const { data, error, refetch } = useDevices()
  const [filter, setFilter] = useState('')
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Device>()
  const [revoked, setRevoked] = useState<Device>()

  return (
    <Page
      title="Devices"
      tools={
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" className="size-5" />
          <span>Add a device</span>
        </Button>
      }
    >
      <SearchBox
        label="Filter devices"
        placeholder="Name or scope"
        value={filter}
        className="mb-4 max-w-sm"
        onChange={({ target }) => setFilter(target.value)}
      />
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && (
        <DeviceTable devices={data} filter={filter} onRename={setRenamed} onRevoke={setRevoked} />
      )}
      {isAdding && <AddDeviceDialog onClose={() => setAdding(false)} />}
      {renamed && <RenameDialog device={renamed} onClose={() => setRenamed(undefined)} />}
      {revoked && <RevokeDialog device={revoked} onClose={() => setRevoked(undefined)} />}
      <HowDoI
        answers={[
          [
            'add a device',
            'Press Add a device, choose what it may do, and scan its QR code there within 15 minutes.',
          ],
          ['stop a lost device', 'Revoke it. Its access ends within two seconds.'],
        ]}
      />
    </Page>
  )
}

function RenameDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const rename = useRenameDevice(onClose)
  return (
    <NameDialog
      title={`Rename ${device.name}`}
      name={device.name}
      maxLength={60}
      action="Rename"
      request={rename}
      onSave={(name) => rename.mutate({ _id: device._id, name })}
      onClose={onClose}
    />
  )
}

/** Asks first: a revoked device must be paired again. */
function RevokeDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const revoke = useRevokeDevice(onClose)
  return (
    <ConfirmDialog
      title={`Revoke ${device.name}?`}
      text={
        device.isCurrent
          ? 'This is the device that you are using. You need a new link to come back.'
          : 'It loses its access within two seconds. To use it again, pair it with a new link.'
      }
      action="Revoke"
      request={revoke}
      onConfirm={() => revoke.mutate(device)}
      onClose={onClose}
    />
  )
}

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
function AddDeviceDialog({ onClose }: { onClose: () => void }) {
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
