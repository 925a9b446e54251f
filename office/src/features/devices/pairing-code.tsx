import type { Scope } from '@marquee/contract/office/office-endpoint'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { QrCode } from '@marquee/ui-kit/ui/qr-code.tsx'
import { useCopy } from '@marquee/ui-kit/ui/use-copy.ts'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { useDevices } from './devices.queries.ts'

/** The link as QR code and as text, until a device has used it. */
export function PairingCode({ link, scope }: { link: string; scope: Scope }) {
  const { isCopied, copy } = useCopy(link)
  const { data: devices = [] } = useDevices()
  const [earlier] = useState(() => new Set(devices.map(({ _id }) => _id)))
  const paired = devices.find((device) => device.scope === scope && !earlier.has(device._id))
  if (paired) {
    return (
      <p role="status" className="flex items-center gap-3 py-4 text-lg font-semibold">
        <CircleCheck aria-hidden="true" className="size-7 shrink-0 text-good" />
        <span>{paired.name} is paired.</span>
      </p>
    )
  }
  return (
    <div className="grid gap-3">
      <p className="text-ash">
        Scan this code with the device, or open the link on it. It works once, for 15 minutes.
      </p>
      <div className="mx-auto w-full max-w-64">
        <QrCode text={link} label="QR code of the pairing link" encoding="byte" />
      </div>
      <p className="rounded bg-ink p-2 text-sm break-all">{link}</p>
      {copy && (
        <Button variant="secondary" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
      )}
    </div>
  )
}
