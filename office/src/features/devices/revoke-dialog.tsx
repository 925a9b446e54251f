import type { Device } from '@marquee/contract/office/devices'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useRevokeDevice } from './devices.queries.ts'

/** Asks first: a revoked device must be paired again. */
export function RevokeDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const revoke = useRevokeDevice(onClose)
  return (
    <Dialog
      title={`Revoke ${device.name}?`}
      text={
        device.isCurrent
          ? 'This is the device that you are using. You need a new link to come back.'
          : 'It loses its access within two seconds. To use it again, pair it with a new link.'
      }
      onClose={onClose}
    >
      {revoke.error && (
        <p role="alert" className="mb-3 text-danger">
          {revoke.error.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate(device)}>
          Revoke
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Dialog>
  )
}
