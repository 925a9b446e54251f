import type { Device } from '@marquee/contract/office/devices'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { AddDeviceDialog } from '#features/devices/add-device-dialog.tsx'
import { DeviceTable } from '#features/devices/device-table.tsx'
import { useDevices } from '#features/devices/devices.queries.ts'
import { RenameDialog } from '#features/devices/rename-dialog.tsx'
import { RevokeDialog } from '#features/devices/revoke-dialog.tsx'
import { Page } from '#ui/page.tsx'
import { SearchBox } from '#ui/search-box.tsx'
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
    </Page>
  )
}
