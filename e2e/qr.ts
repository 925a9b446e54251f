import type { Locator } from '@playwright/test'
import jsQr from 'jsqr'
import sharp from 'sharp'

/** Reads the QR code in a screenshot of an element, with another library than the one that draws it. */
export async function readQrCode(element: Locator) {
  // Clear of the header, which would cover a part of it.
  await element.evaluate((image) => image.scrollIntoView({ block: 'center' }))
  const { data, info } = await sharp(await element.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQr.default(new Uint8ClampedArray(data), info.width, info.height)?.data
}
