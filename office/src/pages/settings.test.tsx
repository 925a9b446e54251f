import { HOUR_MS } from '@marquee/contract/time'
import { syncServerClock } from '@marquee/ui-kit/lib/clock.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { deviceQuery } from '#lib/device.queries.ts'
import type { PairedDevice } from '#lib/stored-device.ts'
import { mockCalls } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { SettingsPage } from './settings.tsx'

test.each([
  [2, ''],
  [4, 'Older than three hours'],
])(
  'SettingsPage with a backup that is %i hours old says about its age: %s [S-687]',
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
    renderPage('/settings', <SettingsPage />)

    const name = await screen.findByText('Last backup')

    expect(name.nextElementSibling?.textContent?.endsWith(note)).toBe(true)
    expect(screen.queryByText('Older than three hours') !== null).toBe(note !== '')
  },
)

const HEALTH = {
  version: '1.0.0',
  startedAt: '2026-12-01T00:00:00.000Z',
  isReady: true,
  lastExpiryAt: null,
  catalogueProblems: [],
  hasUntrustedProxy: false,
  lastBackupAt: null,
  unfinishedCancellations: 0,
  mails: { waiting: 0, failed: 1, refused: 0 },
  database: { kind: 'sqlite', problem: null, bytes: 1 },
}
const MAIL = {
  _id: 'm1',
  kind: 'answer',
  recipient: 'asha@example.com',
  state: 'delayed',
  attempts: 2,
  createdAt: '2026-12-01T00:00:00.000Z',
  nextAttemptAt: '2026-12-01T01:00:00.000Z',
  reason: null,
  canRetry: true,
}
const SETTINGS = {
  settings: [
    {
      name: 'BRAND_NAME',
      meaning: 'the name',
      source: 'default',
      unset: null,
      value: 'Marquee',
      isSecret: false,
    },
    ...['SESSION_SECRET', 'PORT'].map((name) => ({
      name,
      meaning: `${name} means`,
      source: 'environment',
      unset: null,
      value: name === 'PORT' ? '8080' : null,
      isSecret: name !== 'PORT',
    })),
  ],
  nodes: [{ name: 'box 12', isCurrent: true }],
  migrations: ['001-initial'],
  freeDiskBytes: 2_147_483_648,
}
const NO_BACKUP = { isAvailable: true, backup: null }
const RUNNING = {
  ...NO_BACKUP,
  backup: {
    state: 'running',
    startedAt: '2026-12-01T00:00:00.000Z',
    progress: 0.4,
    file: '/data/backups/marquee-1.db',
    message: null,
  },
}
const answers = [
  ['/health', HEALTH],
  ['/settings', SETTINGS],
  ['/mails', { mails: [MAIL], total: 1 }],
] as const

test('SettingsPage shows a manager what is configured, the nodes, the schema, the disk and the unsent emails [S-1075][S-1076]', async () => {
  const sent = mockCalls([...answers, ['/backup', NO_BACKUP], ['/retry', { retried: 1 }]])
  renderPage('/settings', <SettingsPage />)

  const table = await screen.findByRole('table', { name: 'Settings' })
  expect(table.textContent).toContain('SESSION_SECRETSet, and not shownConfigured')
  expect(table.textContent).toContain('PORT8080Configured')
  expect(table.textContent).not.toContain('BRAND_NAME')
  screen.getByText('1 setting with its default')
  screen.getByText('001-initial')
  screen.getByText('2.0 GB')
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sent).toMatchObject([{ body: { mailIds: ['m1'] } }]))
})

test('SettingsPage starts a backup and shows its progress until it is written [S-1077]', async () => {
  mockCalls([...answers, ['/backup', NO_BACKUP]])
  renderPage('/settings', <SettingsPage />)
  const button = await screen.findByRole('button', { name: 'Back up now' })

  mockCalls([...answers, ['/backup', RUNNING]])
  fireEvent.click(button)
  expect(await screen.findByRole('progressbar', { name: 'Backup' })).toHaveProperty('value', 0.4)
  const done = { ...RUNNING, backup: { ...RUNNING.backup, state: 'done', progress: 1 } }
  mockCalls([...answers, ['/backup', done]])

  await screen.findByText('Written and checked: /data/backups/marquee-1.db')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('SettingsPage shows other devices the health only [S-1078]', async () => {
  const asked: string[] = []
  mockCalls([['/health', HEALTH]])
  renderPage('/settings', <SettingsPage />)
  const paired = queryClient.getQueryData(deviceQuery.queryKey) as PairedDevice
  const counter: PairedDevice = { ...paired, device: { ...paired.device, scope: 'counter' } }
  act(() => void queryClient.setQueryData(deviceQuery.queryKey, counter))
  vi.mocked(fetch).mockImplementation(async (input) => {
    asked.push(String(input))
    return Response.json(HEALTH)
  })

  await screen.findByText('Selling')
  expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull()
  expect(asked.filter((path) => !path.endsWith('/health'))).toEqual([])
})
