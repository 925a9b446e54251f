import { expect, test } from 'vitest'
import { findCheckoutProblem, type SlotWithVehicle } from './checkout-form.ts'

const slot: SlotWithVehicle = {
  type: 'twoWheeler',
  slotNumber: 'T3',
  vehicleNumber: 'tn 01 ab 1234',
}
const complete = {
  seats: ['A1'],
  phone: '98765 43210',
  slots: [slot],
}

test('findCheckoutProblem accepts a complete selection', () => {
  expect(findCheckoutProblem(complete)).toBeUndefined()
})

test('findCheckoutProblem checks in the order of the specification [R-5.1][R-5.2][R-5.3][R-5.4]', () => {
  const slots = [{ ...slot, vehicleNumber: '' }]
  const problems = [
    { seats: [], phone: '', slots },
    { seats: ['A1'], phone: ' ', slots },
    { seats: ['A1'], phone: 'call me', slots },
    { seats: ['A1'], phone: complete.phone, slots },
    { ...complete, slots: [{ ...slot, vehicleNumber: 'no plate' }] },
  ].map(findCheckoutProblem)

  expect(problems).toMatchObject([
    { title: 'No Seats Selected', text: 'Please select at least one seat to continue.' },
    {
      title: 'Phone Number Required',
      text: 'Phone number is required for booking. Please enter your phone number.',
    },
    {
      title: 'Invalid Phone Number',
      text: 'Please enter a valid phone number (10-15 digits).',
    },
    { title: 'Vehicle Number Required' },
    { title: 'Invalid Vehicle Number' },
  ])
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

const PHONES = {
  valid: [
    ...['9876543210', '+919876543210', '(044) 2345-6789', '123456789012345', '----------'],
    ...[
      '98765\u00a043210',
      '98765\u201143210',
      '044\u2212234\u20135678',
      '\u202a+919876543210\u202c',
    ],
  ],
  invalid: ['987654321', '1234567890123456', '98765x3210', '++9876543210', '98765/43210'],
}
const VEHICLES = {
  valid: [
    ...['TN01AB1234', 'tn1a1234', 'TN 01 AB 1234', 'KA5MX0001'],
    ...['TN\u00a001\u2009AB 1234', '\u200eTN01AB1234\ufeff'],
  ],
  invalid: [
    ...['TN001AB1234', 'T01AB1234', 'TN01ABC1234', 'TN01AB123', 'TN01AB12345', '<b>'],
    ...['TN-01-AB-1234', '\u00df01AB1234'],
  ],
}
const withVehicle = (vehicleNumber: string) => ({ slots: [{ ...slot, vehicleNumber }] })

test.each([
  ...PHONES.valid.map((phone) => ({ changes: { phone }, title: undefined })),
  ...PHONES.invalid.map((phone) => ({ changes: { phone }, title: 'Invalid Phone Number' })),
  ...VEHICLES.valid.map((number) => ({ changes: withVehicle(number), title: undefined })),
  ...VEHICLES.invalid.map((number) => ({
    changes: withVehicle(number),
    title: 'Invalid Vehicle Number',
  })),
])(
  'findCheckoutProblem of $changes is $title [R-5.5][R-5.8][R-9.10][S-612]',
  ({ changes, title }) => {
    expect(findCheckoutProblem({ ...complete, ...changes })?.title).toBe(title)
  },
)
