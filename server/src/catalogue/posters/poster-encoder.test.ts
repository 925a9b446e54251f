import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { createProgressiveJpeg } from '#test/support/progressive-jpeg.ts'
import { encodePoster } from './poster-encoder.ts'

const RED = { r: 200, g: 20, b: 20 }
const BLUE = { r: 20, g: 20, b: 200 }

const plain = (width = 300, height = 450, background: object = RED) =>
  sharp({ create: { width, height, channels: 3, background } })

/** The left half is red, the right half is blue. */
const halves = (width = 300, height = 450) =>
  plain(width, height).composite([
    {
      input: {
        create: { width: Math.floor(width / 2), height, channels: 3, background: BLUE },
      },
      gravity: 'east',
    },
  ])

const REFUSED = {
  statusCode: 400,
  code: 'INVALID',
  message:
    'Please choose a JPEG, PNG, WebP or AVIF picture that is whole, of at most 50 megapixels.',
}

/** Writes another width and height into the head of a PNG. */
async function claimSize(width: number, height: number) {
  const file = await plain().png().toBuffer()
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  file.writeInt32BE(crc32(file.subarray(12, 29)), 29)
  return file
}

function crc32(bytes: Buffer) {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc
}

const cut = async (picture: Sharp, share = 0.5) => {
  const file = await picture.toBuffer()
  return file.subarray(0, Math.floor(file.length * share))
}
/** Noise, so that a file has more than a head. */
const noise = (width = 300, height = 450) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: RED,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })

async function animated(frames: Sharp[], format: 'webp' | 'gif') {
  const files = await Promise.all(frames.map((frame) => frame.png().toBuffer()))
  return sharp(files, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

const page = '<html><script>alert(1)</script></html>'
const text = (content: string) => Buffer.from(content)

const COMMON: [string, () => Promise<Buffer>][] = [
  ['a JPEG', () => plain().jpeg().toBuffer()],
  ['a PNG', () => plain().png().toBuffer()],
  ['a WebP', () => plain().webp().toBuffer()],
  ['an AVIF', () => plain().avif({ effort: 0 }).toBuffer()],
  ['a CMYK JPEG', () => plain().toColourspace('cmyk').jpeg().toBuffer()],
]

const UNUSUAL: [string, () => Promise<Buffer>][] = [
  ['a lossless WebP', () => plain().webp({ lossless: true }).toBuffer()],
  ['a progressive JPEG', () => plain().jpeg({ progressive: true }).toBuffer()],
  ['an interlaced PNG', () => plain().png({ progressive: true }).toBuffer()],
  ['a PNG with a palette', () => plain().png({ palette: true }).toBuffer()],
  ['a PNG of 16 bits', () => plain().toColourspace('rgb16').png().toBuffer()],
  ['a picture with a colour profile', () => plain().withIccProfile('p3').jpeg().toBuffer()],
  ['a small picture', () => plain(2, 3).png().toBuffer()],
  ['a wide picture', () => plain(4000, 400).jpeg().toBuffer()],
  ['a large picture', () => plain(6000, 8000).jpeg().toBuffer()],
  [
    'the first picture of an animated WebP',
    () => animated([plain(), plain(300, 450, BLUE)], 'webp'),
  ],
  [
    'a JPEG with a page behind it',
    async () => Buffer.concat([await plain().jpeg().toBuffer(), text(page)]),
  ],
  [
    'a PNG with an archive behind it',
    async () => Buffer.concat([await plain().png().toBuffer(), text('PK\u0003\u0004'), text(page)]),
  ],
  [
    'a JPEG with a place and a page in its EXIF',
    () =>
      plain()
        .withExif({
          IFD0: { Copyright: page },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 2/1 0/1' },
        })
        .jpeg()
        .toBuffer(),
  ],
  [
    'the first picture of a WebP with 300 pictures',
    () => animated([plain(), ...Array.from({ length: 299 }, () => plain(300, 450, BLUE))], 'webp'),
  ],
]

const NOT_ACCEPTED: [string, () => Promise<Buffer>][] = [
  ['no content', async () => Buffer.alloc(0)],
  ['text', async () => text('a poster')],
  ['a page', async () => text(page)],
  [
    'an SVG',
    async () => text('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="450"/>'),
  ],
  ['a PDF', async () => text('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n')],
  ['a ZIP', async () => Buffer.concat([text('PK\u0003\u0004'), Buffer.alloc(100)])],
  ['a HEIC', async () => Buffer.concat([text('\0\0\0\u0018ftypheic'), Buffer.alloc(100)])],
  ['a film', async () => Buffer.concat([text('\0\0\0\u0018ftypmp42'), Buffer.alloc(100)])],
  ['a sound in the container of a WebP', async () => text(`RIFF\0\0\0\0WAVE${page}`)],
  ['a BMP', async () => Buffer.concat([text('BM'), Buffer.alloc(100)])],
  ['a GIF', () => plain().gif().toBuffer()],
  ['an animated GIF', () => animated([plain(), plain(300, 450, BLUE)], 'gif')],
  ['a TIFF', () => plain().tiff().toBuffer()],
  ['a page that begins like a JPEG', async () => Buffer.concat([JPEG_HEAD, text(page)])],
  ['a JPEG that was cut', () => cut(noise().jpeg())],
  ['a PNG that was cut', () => cut(noise().png())],
  ['a WebP that was cut', () => cut(noise().webp())],
  ['an AVIF that was cut', () => cut(noise().avif({ effort: 0 }))],
  ['a PNG that claims 400 megapixels', () => claimSize(20_000, 20_000)],
  ['a PNG that claims two billion pixels in a row', () => claimSize(2_000_000_000, 1)],
  ['a JPEG of 55 megapixels', () => plain(5000, 11_000).jpeg().toBuffer()],
  [
    'a progressive JPEG of 26 megapixels',
    () => plain(4000, 6500).jpeg({ progressive: true }).toBuffer(),
  ],
  ['a JPEG of 800 scans', async () => createProgressiveJpeg({ size: 800, scans: 800 })],
]
const JPEG_HEAD = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

/** The average colour of a part of a picture. */
async function colourAt(
  file: Buffer,
  region: { left: number; top: number; width: number; height: number },
) {
  const part = await sharp(file).extract(region).toBuffer()
  const { channels } = await sharp(part).stats()
  const [r = 0, g = 0, b = 0] = channels.map(({ mean }) => Math.round(mean))
  return { r, g, b }
}

const isNear = (one: Record<string, number>, other: Record<string, number>) =>
  Object.keys(one).every((key) => Math.abs((one[key] ?? 0) - (other[key] ?? 0)) < 60)

describe('encodePoster', () => {
  async function expectRedPoster(_: string, make: () => Promise<Buffer>) {
    const files = await encodePoster(await make())

    const large = files.get('.jpg') as Buffer
    const { format, width, height, exif, icc, channels, space } = await sharp(large).metadata()
    expect([format, width, height, exif, icc, channels, space]).toEqual([
      ...['jpeg', 800, 1200, undefined, undefined, 3, 'srgb'],
    ])
    const colour = await colourAt(large, { left: 300, top: 500, width: 200, height: 200 })
    expect(isNear(colour, RED), JSON.stringify(colour)).toBe(true)
    expect(large.includes('script')).toBe(false)
  }

  test.each(COMMON)('makes a red poster of 2:3 of %s [S-868]', expectRedPoster)

  // Each takes most of a second.
  describe('of unusual pictures', { tags: ['test-all'] }, () => {
    test.each(UNUSUAL)('makes a red poster of 2:3 of %s [S-868]', expectRedPoster)
  })

  test.each(NOT_ACCEPTED)('refuses %s [S-868]', async (_, make) => {
    await expect(encodePoster(await make())).rejects.toMatchObject(REFUSED)
  })

  describe('with halves of two colours', () => {
    const colours = async (file: Buffer) => {
      const part = { top: 500, width: 100, height: 100 }
      return [
        await colourAt(file, { ...part, left: 50 }),
        await colourAt(file, { ...part, left: 650 }),
      ]
    }
    let upright: Buffer
    beforeAll(async () => {
      upright = (await encodePoster(await halves().png().toBuffer())).get('.jpg') as Buffer
    })

    test('makes all sizes of the site [S-868]', async () => {
      const files = await encodePoster(await halves().png().toBuffer())
      const sizes = await Promise.all(
        [...files].map(async ([end, file]) => {
          const { format, width, height } = await sharp(file).metadata()
          return [end, format, width, height]
        }),
      )
      expect(sizes).toEqual([
        ['.jpg', 'jpeg', 800, 1200],
        ['-400.jpg', 'jpeg', 400, 600],
        ['-200.avif', 'heif', 200, 300],
        ['-400.avif', 'heif', 400, 600],
        ['-680.avif', 'heif', 680, 1020],
        ['-800.avif', 'heif', 800, 1200],
      ])
    })

    test('turns a picture upright by its EXIF orientation [S-868]', async () => {
      // Turned left by a quarter, with the note to turn it right again.
      const turned = await sharp(await halves().png().toBuffer())
        .rotate(-90)
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer()

      const poster = (await encodePoster(turned)).get('.jpg') as Buffer

      const [left, right] = await colours(poster)
      const [wantedLeft, wantedRight] = await colours(upright)
      expect(isNear(left ?? {}, wantedLeft ?? {})).toBe(true)
      expect(isNear(right ?? {}, wantedRight ?? {})).toBe(true)
    })

    test('crops around the middle [S-868]', async () => {
      const wide = await halves(1800, 450).png().toBuffer()
      const [left, right] = await colours((await encodePoster(wide)).get('.jpg') as Buffer)

      expect([isNear(left ?? {}, RED), isNear(right ?? {}, BLUE)]).toEqual([true, true])
    })

    test('puts a transparent picture on black [S-868]', async () => {
      const glass = await sharp({
        create: { width: 300, height: 450, channels: 4, background: { ...RED, alpha: 0 } },
      })
        .png()
        .toBuffer()
      const [left] = await colours((await encodePoster(glass)).get('.jpg') as Buffer)

      expect(left).toEqual({ r: 0, g: 0, b: 0 })
    })
  })
})
