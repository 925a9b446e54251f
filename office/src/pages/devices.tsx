import type { Device } from '@marquee/contract/office/devices'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { AddDeviceDialog } from '#features/devices/add-device-dialog.tsx'
import { DeviceTable } from '#features/devices/device-table.tsx'
import { useDevices, useRenameDevice, useRevokeDevice } from '#features/devices/devices.queries.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { ConfirmDialog, NameDialog } from '#ui/small-dialogs.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

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
