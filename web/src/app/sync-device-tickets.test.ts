import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import { asha } from '#test/fixtures.ts'
import { syncDeviceTickets } from './sync-device-tickets.ts'

const calls: string[] = []
vi.mock('#features/tickets/keep-tickets.ts', () => ({
  keepTickets: async (userId: string) => void calls.push(`keep ${userId}`),
}))
vi.mock('#lib/device-storage.ts', () => ({ deleteDeviceData: () => void calls.push('delete') }))

beforeEach(() => session.clearUser())

test('syncDeviceTickets keeps the tickets of the user and deletes them on sign-out and for another user', async () => {
  syncDeviceTickets()
  expect(calls.splice(0)).toEqual(['delete'])

  session.setUser(asha)
  await vi.waitFor(() => expect(calls).toContain('keep u1'))
  calls.length = 0
  session.setUser({ ...asha, username: 'Asha K' })
  expect(calls).toEqual([])

  session.setUser({ ...asha, _id: 'u2' })
  await vi.waitFor(() => expect(calls).toEqual(['delete', 'keep u2']))

  calls.length = 0
  session.clearUser()
  expect(calls).toEqual(['delete'])
})
