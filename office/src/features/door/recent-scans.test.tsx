import { syncServerClock } from '@marquee/ui-kit/lib/clock.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DoorEntry } from '#features/door/offline/door-list.ts'
import { renderPage } from '#test/render-page.tsx'
import { RecentScans } from './recent-scans.tsx'
import type { Door } from './use-door.ts'

const scanAt = (scanId: string, scannedAt: string): DoorEntry => ({
  kind: 'scan',
  showtimeId: 's',
  reference: scanId,
  pass: 0,
  count: 1,
  scanId,
  scan: { scanId, reference: scanId, scannedAt },
})

test('RecentScans offers Undo for a minute of the time of the server, whatever the clock of the device says [S-628]', () => {
  syncServerClock(Date.parse('2030-01-01T12:00:30Z'), 0)
  const entries = [
    scanAt('old', '2030-01-01T11:59:00.000Z'),
    scanAt('recent', '2030-01-01T12:00:00.000Z'),
  ]

  renderPage('/', <RecentScans door={{ entries } as Door} />)

  const [recent, old] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(recent).toMatch(/recent.*Undo$/)
  expect(old).toMatch(/old((?!Undo).)*$/)
})
