import { writeFileSync } from 'node:fs'
import encodeQr from 'qr'
import sharp from 'sharp'

const WIDTH = 640
const HEIGHT = 480
const CODE_PX = 360
const FRAMES = 5

/** Writes a video for Chromium's fake camera: a hand holds a QR code in front of it. */
export async function writeCameraVideo(path: string, text: string) {
  const svg = encodeQr(text, 'svg', { ecc: 'medium', border: 4 })
  const code = await sharp(Buffer.from(svg), { density: 600 })
    .resize(CODE_PX, CODE_PX, { kernel: 'nearest' })
    .flatten({ background: 'white' })
    .png()
    .toBuffer()
  const frame = await sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#7a7268' },
  })
    .composite([{ input: code, left: (WIDTH - CODE_PX) / 2, top: (HEIGHT - CODE_PX) / 2 }])
    .jpeg({ quality: 90 })
    .toBuffer()
  writeFileSync(path, Buffer.concat(Array.from({ length: FRAMES }, () => frame)))
}
