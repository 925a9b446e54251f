import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import * as keep from '#features/tickets/offline/keep-tickets.ts'
import * as storage from '#lib/device-storage.ts'
import { asha } from '#test/fixtures.ts'
import { syncDeviceTickets } from './sync-device-tickets.ts'

test('syncDeviceTickets keeps the tickets of the user and deletes them on sign-out and for another user', async () => {
  const calls: string[] = []
  vi.spyOn(keep, 'keepTickets').mockImplementation(
    async (userId) => void calls.push(`keep ${userId}`),
  )
  vi.spyOn(storage, 'deleteDeviceData').mockImplementation(() => void calls.push('delete'))

  syncDeviceTickets()
  expect(calls.splice(0)).toEqual(['delete'])

  session.setUser(asha)
  await waitFor(() => expect(calls).toContain('keep u1'))
  calls.length = 0
  session.setUser({ ...asha, username: 'Asha K' })
  expect(calls).toEqual([])

  session.setUser({ ...asha, _id: 'u2' })
  await waitFor(() => expect(calls).toEqual(['delete', 'keep u2']))

  calls.length = 0
  session.clearUser()
  expect(calls).toEqual(['delete'])
})
