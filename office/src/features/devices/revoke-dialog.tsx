import type { Device } from '@marquee/contract/office/devices'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
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
      {revoke.error && <ErrorText>{revoke.error.message}</ErrorText>}
      <div className="mt-3 flex flex-wrap gap-2 first:mt-0">
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
