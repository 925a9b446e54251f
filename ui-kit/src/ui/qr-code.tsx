import encodeQr from 'qr'
import { useMemo } from 'react'

/** White modules around the code, as the standard requires. */
const BORDER = 4

interface Props {
  text: string
  label: string
  /** `alphanumeric` has only capital letters, digits and a few signs, and needs less space. */
  encoding?: 'alphanumeric' | 'byte'
}

/**
 * A QR code, black on white. The white is drawn and not a background, because browsers replace backgrounds in
 * forced-colours mode and leave them out on paper.
 */
export function QrCode({ text, label, encoding = 'alphanumeric' }: Props) {
  const { size, path } = useMemo(() => drawModules(text, encoding), [text, encoding])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="qr-code"
    >
      <rect className="qr-light" width={size} height={size} />
      <path className="qr-dark" d={path} />
    </svg>
  )
}

function drawModules(text: string, encoding: 'alphanumeric' | 'byte') {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', encoding, border: BORDER })
  const squares = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size: rows.length, path: squares.join('') }
}
