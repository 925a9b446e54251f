import encodeQR from 'qr'

/** The white margin around a QR code, in modules (ISO 18004). */
const QUIET_ZONE = 4
const OPTIONS = { ecc: 'medium', encoding: 'alphanumeric' } as const

/** Returns the rows of a QR code without its margin; true is dark. A token fits version 6. */
export const qrModules = (token: string) =>
  encodeQR(token, 'raw', { ...OPTIONS, border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))

/** Returns a GIF for mails, whose programs show no SVG. `scale`: pixels per module. */
export const qrPicture = (token: string, scale: number) =>
  Buffer.from(encodeQR(token, 'gif', { ...OPTIONS, border: QUIET_ZONE, scale }))
