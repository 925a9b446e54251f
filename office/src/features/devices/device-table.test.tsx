import type { Device } from '@marquee/contract/office/devices'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { DeviceTable } from './device-table.tsx'

const createDevice = (name: string, scope: Device['scope']): Device => ({
  _id: name,
  name,
  scope,
  createdAt: '2026-11-01T00:00:00.000Z',
  lastSeenAt: '2026-12-01T00:00:00.000Z',
  expiresAt: null,
  isCurrent: false,
})
const devices = [createDevice('Front door', 'door'), createDevice('Counter 1', 'counter')]

test.each([
  ['', ['Front door', 'Counter 1']],
  [' FRONT', ['Front door']],
  ['counter', ['Counter 1']],
  ['2026', []],
])('DeviceTable filters by the name and the scope: "%s" shows %j', (filter, names) => {
  const ignore = () => undefined
  renderPage(
    '/devices',
    <DeviceTable devices={devices} filter={filter} onRename={ignore} onRevoke={ignore} />,
  )

  const buttons = screen.queryAllByRole('button', { name: /^Rename / })
  expect(buttons.map(({ ariaLabel }) => ariaLabel)).toEqual(names.map((name) => `Rename ${name}`))
})
