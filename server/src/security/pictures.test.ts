import { connect } from 'node:net'
import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'
import { createProgressiveJpeg } from '#test/support/progressive-jpeg.ts'
import { describeContext } from '#test/support/test-context.ts'
import {
  invalid,
  type Member,
  SIGN_IN_REQUIRED,
  setupTestServer,
} from '#test/support/test-server.ts'

const MEGABYTE = 1024 * 1024
const NO_PICTURE = invalid('Please choose a JPEG, PNG or WebP picture.')
const WRONG_TYPE = [
  415,
  'UNSUPPORTED_MEDIA_TYPE',
  'Please choose a JPEG, PNG or WebP picture.',
] as const
const TOO_LARGE = [413, 'TOO_LARGE', 'Please choose a picture of at most 5 MB.'] as const
const GENERIC_TYPE = [415, 'UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.'] as const

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'
const createPicture = (format: Format, width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#4a0f1e' } })
    .withExif({ IFD0: { Copyright: 'canary of the metadata' } })
    .toFormat(format)
    .toBuffer()

describeContext(
  'a profile picture file',
  (context) => {
    const server = setupTestServer(context)
    let asha: Member
    beforeAll(async () => {
      asha = await server().member()
    })

    const upload = (file: Buffer, type = 'image/jpeg', { client } = asha) =>
      client.call('/api/user/picture', {
        method: 'POST',
        headers: { 'content-type': type },
        body: new Uint8Array(file),
      })
    const pathAfter = async (file: Buffer, member = asha) => {
      const response = await upload(file, 'image/png', member)
      expect(response.statusCode).toBe(200)
      return (response.json() as { profilePicture: string }).profilePicture
    }
    const fetchFile = (path: string) => fetch(`${server().url}${path}`)

    test.each(['jpeg', 'png', 'webp'] as const)(
      'of the format %s is stored as a square WebP without metadata, with a path that can be cached [S-194]',
      async (format) => {
        const path = await pathAfter(await createPicture(format))
        expect(path).toMatch(/^\/pictures\/[\w-]{43}\.webp$/)

        const response = await fetchFile(path)
        expect(response.headers.get('content-type')).toBe('image/webp')
        expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        const bytes = Buffer.from(await response.arrayBuffer())
        const { width, height, exif, format: stored } = await sharp(bytes).metadata()
        expect([stored, width, height, exif]).toEqual(['webp', 256, 256, undefined])
        expect(bytes.includes('canary')).toBe(false)
      },
    )

    test('with markup after its end is stored without it [S-194]', async () => {
      const markup = Buffer.from('<script>alert(1)</script>')
      const path = await pathAfter(Buffer.concat([await createPicture('png'), markup]))

      expect(Buffer.from(await (await fetchFile(path)).arrayBuffer()).includes('script')).toBe(
        false,
      )
    })

    test('that is no supported picture is refused, whatever its content type [S-192]', async () => {
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
      const cut = (await createPicture('png')).subarray(0, 60)
      for (const file of [
        svg,
        cut,
        await createPicture('gif'),
        await createPicture('avif'),
        Buffer.from('x'),
      ]) {
        await server().expectRefused(() => upload(file), NO_PICTURE)
      }
      await server().expectRefused(() => upload(svg, 'image/svg+xml'), GENERIC_TYPE)
      await server().expectRefused(() => upload(Buffer.from('{}'), 'application/json'), WRONG_TYPE)
      await server().expectRefused(() => upload(Buffer.alloc(0)), NO_PICTURE)
    })

    test('of more than 50 megapixels is refused before it is decoded [S-193]', async () => {
      const bomb = await createPicture('png', 8000, 6300)
      expect(bomb.length).toBeLessThan(MEGABYTE)
      const decoding = vi.spyOn(sharp.prototype, 'toBuffer')

      await server().expectRefused(() => upload(bomb, 'image/png'), NO_PICTURE)

      expect(decoding).not.toHaveBeenCalled()
      decoding.mockRestore()
    })

    test('of more than 25 megapixels is refused if it must be decoded as a whole [S-193]', async () => {
      const picture = await createPicture('png', 5600, 4480)
      const progressive = await sharp(picture).jpeg({ progressive: true }).toBuffer()
      const interlaced = await sharp(picture).png({ progressive: true }).toBuffer()
      const baseline = await sharp(picture).jpeg().toBuffer()

      await server().expectRefused(() => upload(progressive), NO_PICTURE)
      await server().expectRefused(() => upload(interlaced), NO_PICTURE)
      expect((await upload(baseline)).statusCode).toBe(200)
    })

    test('of more than a hundred scans is refused before it is decoded [S-193]', async () => {
      const ordinary = createProgressiveJpeg({ size: 1600, scans: 100 })
      expect((await upload(ordinary)).statusCode).toBe(200)

      const bomb = createProgressiveJpeg({ size: 1600, scans: 101 })
      await server().expectRefused(() => upload(bomb), NO_PICTURE)
    })

    test('of more than 5 MB is refused, with and without its length in the head [S-193]', async () => {
      const file = Buffer.alloc(5 * MEGABYTE + 1)
      await server().expectRefused(() => upload(file), TOO_LARGE)
      const stream = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new Uint8Array(file))
          controller.close()
        },
      })
      const chunked = await asha.client
        .call('/api/user/picture', {
          method: 'POST',
          body: stream,
          duplex: 'half',
          headers: { 'content-type': 'image/png' },
        } as RequestInit & { headers: Record<string, string> })
        .catch(() => ({ statusCode: 413 }))
      expect(chunked.statusCode).toBe(413)
    })

    test('of a visitor is refused [S-196]', async () => {
      const client = server().visitor()
      await server().expectRefused(
        async () => upload(await createPicture('png'), 'image/png', { ...asha, client }),
        SIGN_IN_REQUIRED,
      )
    })

    test('is replaced by the next one, kept when its path is sent back, and removed with the account [S-196]', async () => {
      const member = await server().member()
      const update = (changes: object) =>
        member.client.post(`/api/user/update/${member.userId}`, changes)
      const statuses = (...paths: string[]) =>
        Promise.all(paths.map(async (path) => (await fetchFile(path)).status))
      const first = await pathAfter(await createPicture('png', 301, 300), member)
      const other = sharp(await createPicture('png'))
        .negate()
        .toFormat('png')
      const second = await pathAfter(await other.toBuffer(), member)
      expect(await statuses('/pictures/unknown.webp', '/pictures/', second)).toEqual([
        404, 404, 200,
      ])
      expect(first).not.toBe(second)

      expect((await update({ profilePicture: second, username: 'Asha R' })).json()).toMatchObject({
        profilePicture: second,
      })
      expect((await update({ profilePicture: '/pictures/of-another.webp' })).statusCode).toBe(400)
      expect((await update({ profilePicture: '' })).json()).toMatchObject({
        profilePicture: '/profile.svg',
      })
      expect(await statuses(second)).toEqual([404])

      const last = await pathAfter(await other.toBuffer(), member)
      await member.client.delete(`/api/user/delete/${member.userId}`)
      expect(await statuses(last)).toEqual([404])
      expect(
        await context()
          .ctx.db.selectFrom('profile_pictures')
          .select('user_id')
          .where('user_id', '=', member.userId)
          .execute(),
      ).toEqual([])
    })

    test('that is never sent completely does not block others: further uploads of its address are refused [S-195]', async () => {
      const { port } = server()
      let refused = 0
      const sockets = Array.from({ length: 6 }, () => {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => undefined)
        socket.once('data', () => {
          refused += 1
        })
        socket.write(
          `POST /api/user/picture HTTP/1.1\r\nHost: localhost\r\nCookie: ${asha.client.cookies()}\r\nContent-Type: image/png\r\nContent-Length: 1000\r\n\r\nx`,
        )
        return socket
      })
      await expect.poll(() => refused).toBe(2)
      const file = await createPicture('png')
      expect((await upload(file)).statusCode).toBe(429)
      expect((await asha.client.get('/api/auth/session')).statusCode).toBe(200)

      for (const socket of sockets) socket.destroy()
      await expect.poll(async () => (await upload(file)).statusCode).toBe(200)
    })
  },
  { RATE_LIMITS: 'off' },
)
