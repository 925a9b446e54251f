import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as fake from '#test/fake-socket.ts'
import { OfflineMessage } from './live-indicator.tsx'

test.each([
  [false, "You're offline. Seats may have changed."],
  [true, "We can't reach the cinema right now. Seats may have changed."],
])('OfflineMessage without a connection, network: %s, says %s [S-599]', (hasNetwork, text) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(hasNetwork)
  fake.reconnect()
  render(<OfflineMessage />)
  expect(screen.queryByRole('status')).toBeNull()

  act(fake.disconnect)

  expect(screen.getByRole('status').textContent).toBe(text)
})
