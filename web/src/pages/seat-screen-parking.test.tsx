import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as fake from '#test/fake-socket.ts'
import { HOLD_UNTIL } from '#test/fixtures.ts'
import {
  createSlots,
  findPlace,
  openParking,
  sentEvents,
  setUpSeatScreenTests,
} from '#test/seat-screen.tsx'

vi.mock('#lib/socket.ts', () => import('#test/fake-socket.ts'))

const { openSeatScreen } = setUpSeatScreenTests()
const slots = createSlots('T1', 'T2', 'F1')

test('parking shows the slots of each type and a vehicle number field for each selected slot [R-2.61]', async () => {
  const { user } = openSeatScreen({ slots })
  const section = within(await screen.findByRole('region', { name: 'Valet Parking' }))
  expect(section.queryByRole('toolbar')).toBeNull()

  await openParking(user)
  section.getByRole('button', { name: 'Parking Selected' })
  const slotNumbers = (type: RegExp) =>
    within(section.getByRole('toolbar', { name: type }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  expect(slotNumbers(/^Two Wheeler Slots/)).toEqual(['T1', 'T2'])
  expect(slotNumbers(/^Four Wheeler Slots/)).toEqual(['F1'])
  expect(section.queryByRole('textbox')).toBeNull()

  await user.click(await findPlace(/Two Wheeler slot T2/))
  await user.click(await findPlace(/Four Wheeler slot F1/))

  await section.findByLabelText('Vehicle number for Four Wheeler Slot F1')
  expect(section.getAllByRole('textbox')).toHaveLength(2)
  section.getByLabelText('Vehicle number for Two Wheeler Slot T2')
})

test('parking has one tab stop for each type: the slot that had the focus last', async () => {
  const { user } = openSeatScreen({ slots })
  await openParking(user)
  await user.tab()
  await user.keyboard('{ArrowRight}{Enter}')

  const slot = await findPlace(/slot T2, .* selected/)
  expect(document.activeElement).toBe(slot)
  await user.tab()
  expect(document.activeElement).toBe(
    screen.getByLabelText('Vehicle number for Two Wheeler Slot T2'),
  )
  await user.tab()
  expect(document.activeElement).toBe(await findPlace(/slot F1/))
  await user.tab({ shift: true })
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(slot)
})

test('turning parking off releases every slot and clears the vehicle numbers [R-4.22]', async () => {
  const { user } = openSeatScreen({ slots })
  await openParking(user)
  await user.click(await findPlace(/Four Wheeler slot F1/))
  await user.type(
    await screen.findByLabelText('Vehicle number for Four Wheeler Slot F1'),
    'TN01AB1234',
  )

  fake.setReply(() => fake.okAck(null))
  await user.click(screen.getByRole('button', { name: 'Parking Selected' }))
  await waitFor(() => expect(sentEvents()).toContain('releaseParkingSlot'))

  fake.setReply(() => fake.okAck(HOLD_UNTIL))
  await openParking(user)
  await user.click(await findPlace(/Four Wheeler slot F1, 100 rupees, available/))
  const vehicle = await screen.findByLabelText('Vehicle number for Four Wheeler Slot F1')
  expect(vehicle).toHaveProperty('value', '')
})
