import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCalls, refusal } from '#test/mock-calls.ts'
import { MANAGER, renderPage } from '#test/render-page.tsx'
import { LockScreen } from './lock-screen.tsx'

const people = [
  { _id: 'p1', name: 'Asha' },
  { _id: 'p2', name: 'Meera' },
]
const locked = { ...MANAGER, isLocked: true, people }
const asha = { _id: 'p1', name: 'Asha', scopes: ['counter'] }

test('a person unlocks the device with a tap on the name and the PIN from the keyboard [S-1054]', async () => {
  const sent = mockCalls([
    ['/unlock', asha],
    ['/device', { ...locked, isLocked: false, person: asha }],
  ])
  renderPage('/', <LockScreen device={locked} />)
  fireEvent.click(screen.getByRole('button', { name: 'Asha' }))
  for (const key of ['4', '8', '1', '5', '1', 'Backspace'])
    fireEvent.keyDown(document.body, { key })
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }))

  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ body: { personId: 'p1', pin: '4815' } })
})

test('the pad enters digits, and a wrong PIN is told and cleared [S-1054]', async () => {
  mockCalls([['/unlock', () => refusal('FORBIDDEN', 'That PIN is not right.', 403)]])
  renderPage('/', <LockScreen device={locked} />)
  fireEvent.click(screen.getByRole('button', { name: 'Meera' }))
  const unlock = screen.getByRole('button', { name: 'Unlock' })
  expect(unlock).toMatchObject({ disabled: true })
  for (const digit of ['1', '2', '3', '0'])
    fireEvent.click(screen.getByRole('button', { name: digit }))
  fireEvent.click(unlock)

  await screen.findByText('That PIN is not right.')
  expect(screen.getByRole('status', { name: '0 digits entered' }).textContent).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Another person' }))
  expect(screen.getByRole('button', { name: 'Asha' })).toBeTruthy()
})
