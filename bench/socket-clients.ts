import { connectSocketClient, type SocketClient } from '../server/test/support/socket-client.ts'
import type { BenchmarkServer, BenchmarkShowtime } from './benchmark-server.ts'

const CONCURRENT_CONNECTS = 50
const ignore = () => undefined

/** Connects a client that ignores pushes. */
export const connectClient = (url: string) => connectSocketClient(url, '', { onPush: ignore })

/** Connects many clients, some at a time. */
export async function connectClients(
  url: string,
  count: number,
  onPush: (push: string) => void = ignore,
) {
  const clients: SocketClient[] = []
  while (clients.length < count) {
    const length = Math.min(CONCURRENT_CONNECTS, count - clients.length)
    const connecting = Array.from({ length }, () => connectSocketClient(url, '', { onPush }))
    clients.push(...(await Promise.all(connecting)))
  }
  return clients
}

/** Holds and releases one seat after another at an interval. Returns a function that stops it. */
export async function startChanges(
  { url }: BenchmarkServer,
  { showtimeId, seats }: BenchmarkShowtime,
  intervalMs: number,
) {
  const client = await connectClient(url)
  let n = 0
  const timer = setInterval(() => {
    const seatId = seats[Math.floor(n / 2) % seats.length]?._id ?? ''
    void client.ask(n % 2 ? 'releaseSeat' : 'holdSeat', { showtimeId, seatId })
    n += 1
  }, intervalMs)
  return () => {
    clearInterval(timer)
    client.close()
  }
}
