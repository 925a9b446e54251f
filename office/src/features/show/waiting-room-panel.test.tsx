import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createShow } from '#test/fixtures.ts'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { WaitingRoomPanel } from './waiting-room-panel.tsx'

const PATH = '/shows/show-1/waiting-room'
const ROOM = { opensAt: null, hasOpened: true, waiting: 120, turns: 8, servedPerMinute: 3.5 }

const click = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('WaitingRoomPanel shows who waits and chooses, and ends the waiting room [S-1126]', async () => {
  const sent = mockCalls([[PATH, { room: ROOM }]])
  renderPage('/', <WaitingRoomPanel show={createShow()} />)
  const facts = (await screen.findByText('Waiting')).closest('dl')
  expect(facts?.textContent).toBe('Waiting120Choosing8Served a minute3.5')
  expect(screen.queryByRole('button', { name: 'Set when booking opens…' })).toBeNull()
  await click('End waiting room')
  expect(sent.map(({ path }) => path)).toEqual([`/api/office${PATH}`])
})

test('WaitingRoomPanel sets when booking opens, and shows why that is refused [S-1126]', async () => {
  mockCalls([[PATH, { room: null }]])
  renderPage('/', <WaitingRoomPanel show={createShow()} />)
  await screen.findByText(/^Visitors choose at once/)
  await click('Set when booking opens…')
  const sent = mockCalls([
    [PATH, () => refusal('INVALID', 'Please choose a time that is still to come.', 400)],
  ])
  fireEvent.change(screen.getByLabelText('Booking opens'), {
    target: { value: '2026-12-01T10:00' },
  })
  await click('Set the time')
  expect(sent).toEqual([
    { path: `/api/office${PATH}`, body: { opensAt: '2026-12-01T04:30:00.000Z' } },
  ])
  await screen.findByText('Please choose a time that is still to come.')
})

test('WaitingRoomPanel says when booking opens, and offers to change that [S-1126]', async () => {
  const room = { ...ROOM, opensAt: '2026-12-01T04:30:00.000Z', hasOpened: false }
  mockCalls([[PATH, { room }]])
  renderPage('/', <WaitingRoomPanel show={createShow()} />)
  await screen.findByText('Booking opens Tue, 1 Dec 2026, 10:00 AM.')

  screen.getByRole('button', { name: 'Change when booking opens…' })
})
