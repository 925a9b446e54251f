import encodeQR from 'qr'

/** Returns the rows of a QR code without its margin; true is dark. A token fits version 6. */
export const qrModules = (token: string) =>
  encodeQR(token, 'raw', { ecc: 'medium', encoding: 'alphanumeric', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
