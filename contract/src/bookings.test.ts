import { describe, expect, test } from 'vitest'
import { type CheckoutForm, findCheckoutProblem } from './bookings.ts'

const complete: CheckoutForm = {
  seats: ['A1'],
  phone: '98765 43210',
  slots: [{ type: 'twoWheeler', slotNumber: 'T3', vehicleNumber: 'tn 01 ab 1234' }],
}
const slot = complete.slots[0] as CheckoutForm['slots'][number]

test('findCheckoutProblem accepts a complete selection', () => {
  expect(findCheckoutProblem(complete)).toBeUndefined()
})

test('findCheckoutProblem checks in the order of the specification [R-5.1]', () => {
  const nothing: CheckoutForm = { seats: [], phone: '', slots: [{ ...slot, vehicleNumber: '' }] }
  const titles = [
    nothing,
    { ...nothing, seats: ['A1'] },
    { ...nothing, seats: ['A1'], phone: '123' },
    { ...nothing, seats: ['A1'], phone: complete.phone },
    { ...complete, slots: [{ ...slot, vehicleNumber: 'no plate' }] },
  ].map((selection) => findCheckoutProblem(selection)?.title)

  expect(titles).toEqual([
    'No Seats Selected',
    'Phone Number Required',
    'Invalid Phone Number',
    'Vehicle Number Required',
    'Invalid Vehicle Number',
  ])
})

test.each<[Partial<CheckoutForm>, string, string]>([
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
])('findCheckoutProblem reports %j as %s – %s [R-5.2][R-5.3][R-5.4]', (selection, title, text) => {
  expect(findCheckoutProblem({ ...complete, ...selection })).toMatchObject({ title, text })
})

test.each([
  ['twoWheeler', 'Two Wheeler'],
  ['fourWheeler', 'Four Wheeler'],
] as const)(
  'findCheckoutProblem names the %s slot in vehicle number messages [R-5.6][R-5.7]',
  (type, name) => {
    const problemWith = (vehicleNumber: string) =>
      findCheckoutProblem({ ...complete, slots: [{ type, slotNumber: '7', vehicleNumber }] })

    expect(problemWith(' ')).toMatchObject({
      title: 'Vehicle Number Required',
      text: `Please enter vehicle number for ${name} Slot 7.`,
    })
    expect(problemWith('TN1')).toMatchObject({
      title: 'Invalid Vehicle Number',
      text: `Please enter a valid vehicle number for ${name} Slot 7 (e.g., TN01AB1234).`,
    })
  },
)

test('findCheckoutProblem refers to the slot without a vehicle number first', () => {
  const invalid = { ...slot, slotNumber: 'T1', vehicleNumber: 'no plate' }
  const missing = { ...slot, slotNumber: 'T2', vehicleNumber: '' }

  const problem = findCheckoutProblem({ ...complete, slots: [invalid, missing] })

  expect(problem?.text).toContain('Slot T2')
  expect(problem?.field).toBe(missing)
})

describe('phone', () => {
  const accepts = (phone: string) => findCheckoutProblem({ ...complete, phone }) === undefined
  test.each(['9876543210', '+919876543210', '(044) 2345-6789', '123456789012345'])(
    '%s is valid [R-5.5][R-5.8][R-9.10]',
    (phone) => expect(accepts(phone)).toBe(true),
  )
  test.each(['987654321', '1234567890123456', '----------', '98765x3210', '++9876543210'])(
    '%s is invalid [R-5.5][R-5.8][R-9.10]',
    (phone) => expect(accepts(phone)).toBe(false),
  )
})

describe('vehicle number', () => {
  const accepts = (vehicleNumber: string) =>
    findCheckoutProblem({ ...complete, slots: [{ ...slot, vehicleNumber }] }) === undefined
  test.each(['TN01AB1234', 'tn1a1234', 'TN 01 AB 1234', 'KA5MX0001'])(
    '%s is valid [R-5.5][R-5.8][R-9.10]',
    (number) => expect(accepts(number)).toBe(true),
  )
  test.each(['TN001AB1234', 'T01AB1234', 'TN01ABC1234', 'TN01AB123', 'TN01AB12345', '<b>'])(
    '%s is invalid [R-5.5][R-5.8][R-9.10]',
    (number) => expect(accepts(number)).toBe(false),
  )
})
