import type { Seat } from '@marquee/contract/seats/seats'
import { connectSocketClient } from '../server/test/support/socket-client.ts'
import { expect, type TestServer, test } from './fixtures.ts'
import { findSeat, openSeatScreen } from './steps.ts'

test.use({ environment: { RATE_LIMITS: 'on' } })

/** Other visitors of the same address hold one seat each: all that an address may hold without a challenge. */
async function fillShare({ url }: TestServer, showtimeId: string, seatIds: string[]) {
  for (const seatId of seatIds) {
    const socket = await connectSocketClient(url)
    expect(await socket.ask('holdSeat', { showtimeId, seatId })).toMatchObject({ ok: true })
    socket.close()
  }
}

test('a page solves the challenge by itself when many visitors of its address hold seats', async ({
  server,
}) => {
  const page = await server.openPage()
  await openSeatScreen(page, 'Amaran')
  const showtimeId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const loadSeats = async (): Promise<Seat[]> =>
    (await page.request.get(`/api/seats/showtime/${showtimeId}`)).json()
  const seats = await loadSeats()
  const free = seats.filter(({ status }) => status === 'AVAILABLE')
  const share = Math.max(40, Math.floor(seats.length / 10))
  await fillShare(
    server,
    showtimeId,
    free.slice(1, share + 1).map(({ _id }) => _id),
  )
  const worker = page.waitForEvent('worker')

  await findSeat(page, free[0]?.seatNumber ?? '').click()

  expect((await worker).url()).toContain('proof-of-work')
  // The page shows a seat as selected before the server has answered.
  await expect
    .poll(async () => (await loadSeats()).find(({ _id }) => _id === free[0]?._id)?.heldByMe)
    .toBe(true)
  await expect(findSeat(page, free[0]?.seatNumber ?? '', 'selected')).toBeVisible()
  await page.reload()
  await expect(findSeat(page, free[0]?.seatNumber ?? '', 'selected')).toBeVisible()
})
