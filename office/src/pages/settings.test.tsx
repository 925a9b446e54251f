import { HOUR_MS } from '@marquee/contract/time'
import { syncServerClock } from '@marquee/ui-kit/lib/clock.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCalls } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { HealthPage } from './health.tsx'

test.each([
  [2, ''],
  [4, 'Older than three hours'],
])(
  'HealthPage with a backup that is %i hours old says about its age: %s [S-687]',
  async (hours, note) => {
    // The clock of the device is wrong.
    const now = Date.parse('2030-01-01T12:00:00Z')
    syncServerClock(now, 0)
    const lastBackupAt = new Date(now - hours * HOUR_MS).toISOString()
    mockCalls([
      [
        '/health',
        {
          version: '1.0.0',
          startedAt: lastBackupAt,
          isReady: true,
          lastExpiryAt: null,
          catalogueProblems: [],
          database: { kind: 'sqlite', problem: null, bytes: 1 },
          mails: { waiting: 0, failed: 0 },
          lastBackupAt,
        },
      ],
    ])
    renderPage('/health', <HealthPage />)

    const name = await screen.findByText('Last backup')

    expect(name.nextElementSibling?.textContent?.endsWith(note)).toBe(true)
    expect(screen.queryByText('Older than three hours') !== null).toBe(note !== '')
  },
)
