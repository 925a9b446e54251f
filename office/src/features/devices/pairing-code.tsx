import { QrCode } from '@marquee/browser/qr-code.tsx'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'

/** The link as QR code and as text. */
export function PairingCode({ link }: { link: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    setCopied(true)
  }
  return (
    <div className="grid gap-3">
      <div className="mx-auto w-full max-w-64">
        <QrCode text={link} label="QR code of the pairing link" encoding="byte" />
      </div>
      <p className="rounded bg-ink p-2 text-sm break-all">{link}</p>
      <Button variant="secondary" onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy link'}
      </Button>
    </div>
  )
}
