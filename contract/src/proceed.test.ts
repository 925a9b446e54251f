import { describe, expect, test } from 'vitest'
import { findCheckoutProblem, type Selection } from './bookings.ts'

const good: Selection = {
  seats: ['A1'],
  phone: '98765 43210',
  slots: [{ type: 'twoWheeler', slotNumber: 'T3', vehicleNumber: 'tn 01 ab 1234' }],
}
const slot = good.slots[0] as Selection['slots'][number]

test('a complete selection may proceed', () => {
  expect(findCheckoutProblem(good)).toBeUndefined()
})

test('the checks come in the order of the specification [R-5.1]', () => {
  const nothing: Selection = { seats: [], phone: '', slots: [{ ...slot, vehicleNumber: '' }] }
  const titles = [
    nothing,
    { ...nothing, seats: ['A1'] },
    { ...nothing, seats: ['A1'], phone: '123' },
    { ...nothing, seats: ['A1'], phone: good.phone },
    { ...good, slots: [{ ...slot, vehicleNumber: 'no plate' }] },
  ].map((selection) => findCheckoutProblem(selection)?.title)

  expect(titles).toEqual([
    'No Seats Selected',
    'Phone Number Required',
    'Invalid Phone Number',
    'Vehicle Number Required',
    'Invalid Vehicle Number',
  ])
})

test.each<[Partial<Selection>, string, string]>([
  [{ seats: [] }, 'No Seats Selected', 'Please select at least one seat to continue.'],
  [
    { phone: ' ' },
    'Phone Number Required',
    'Phone number is required for booking. Please enter your phone number.',
  ],
  [
    { phone: 'call me' },
    'Invalid Phone Number',
    'Please enter a valid phone number (10-15 digits).',
  ],
])('of %j it is said: %s – %s [R-5.2][R-5.3][R-5.4]', (selection, title, text) => {
  expect(findCheckoutProblem({ ...good, ...selection })).toMatchObject({ title, text })
})

test.each([
  ['twoWheeler', 'Two Wheeler'],
  ['fourWheeler', 'Four Wheeler'],
] as const)('the vehicle number of a %s is asked for in its name [R-5.6][R-5.7]', (type, name) => {
  const objectionTo = (vehicleNumber: string) =>
    findCheckoutProblem({ ...good, slots: [{ type, slotNumber: '7', vehicleNumber }] })

  expect(objectionTo(' ')).toMatchObject({
    title: 'Vehicle Number Required',
    text: `Please enter vehicle number for ${name} Slot 7.`,
  })
  expect(objectionTo('TN1')).toMatchObject({
    title: 'Invalid Vehicle Number',
    text: `Please enter a valid vehicle number for ${name} Slot 7 (e.g., TN01AB1234).`,
  })
})

test('an objection to a vehicle number is about the very slot it names', () => {
  const misnamed = { ...slot, slotNumber: 'T1', vehicleNumber: 'no plate' }
  const unnamed = { ...slot, slotNumber: 'T2', vehicleNumber: '' }

  const objection = findCheckoutProblem({ ...good, slots: [misnamed, unnamed] })

  expect(objection?.text).toContain('Slot T2')
  expect(objection?.about).toBe(unnamed)
})

describe('phone', () => {
  const accepts = (phone: string) => findCheckoutProblem({ ...good, phone }) === undefined
  test.each(['9876543210', '+919876543210', '(044) 2345-6789', '123456789012345'])(
    '%s is one [R-5.5][R-5.8][R-9.10]',
    (phone) => expect(accepts(phone)).toBe(true),
  )
  test.each(['987654321', '1234567890123456', '----------', '98765x3210', '++9876543210'])(
    '%s is not [R-5.5][R-5.8][R-9.10]',
    (phone) => expect(accepts(phone)).toBe(false),
  )
})

describe('vehicle number', () => {
  const accepts = (vehicleNumber: string) =>
    findCheckoutProblem({ ...good, slots: [{ ...slot, vehicleNumber }] }) === undefined
  test.each(['TN01AB1234', 'tn1a1234', 'TN 01 AB 1234', 'KA5MX0001'])(
    '%s is one [R-5.5][R-5.8][R-9.10]',
    (number) => expect(accepts(number)).toBe(true),
  )
  test.each(['TN001AB1234', 'T01AB1234', 'TN01ABC1234', 'TN01AB123', 'TN01AB12345', '<b>'])(
    '%s is not [R-5.5][R-5.8][R-9.10]',
    (number) => expect(accepts(number)).toBe(false),
  )
})
