import { expect, test } from 'vitest'
import { createPlace } from '#test/fixtures.ts'
import { createSale, EMPTY_DRAFT } from './sale-draft.ts'

const seats = [createPlace('A1'), createPlace('A2', { price: 250 })]

test('createSale leaves out empty fields and adds the prices', () => {
  expect(createSale(EMPTY_DRAFT, seats)).toEqual({
    sale: { placeIds: ['A1', 'A2'], payment: 'cash', totalCost: 400 },
    errors: {},
  })
})

test('createSale asks for a reason when the sale is complimentary', () => {
  const { errors } = createSale({ ...EMPTY_DRAFT, payment: 'complimentary' }, seats)
  expect(errors).toEqual({ reason: 'Please give a reason.' })
})

test('createSale names the fields that are wrong', () => {
  const slot = createPlace('P1', { kind: 'fourWheeler' })
  const { errors } = createSale({ ...EMPTY_DRAFT, phone: 'none', vehicles: { P1: 'car' } }, [
    ...seats,
    slot,
  ])
  expect(errors).toEqual({
    phone: 'Please enter a phone number with digits.',
    vehicles: 'Please enter a valid vehicle number (e.g., TN01AB1234).',
  })
})
