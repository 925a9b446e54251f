import { createQueryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { createPlace } from '#test/fixtures.ts'
import { SaleForm } from './sale-form.tsx'

let fetched: MockInstance<typeof fetch>
const onSold = vi.fn()
const onTaken = vi.fn()
const onAcceptLoss = vi.fn()

beforeEach(() => {
  fetched = vi.spyOn(globalThis, 'fetch')
})

const A1_A2 = [createPlace('A1'), createPlace('A2')]

function renderForm(lost = [] as string[], places = A1_A2) {
  const queryClient = createQueryClient()
  const form = (chosen: typeof places) => (
    <QueryClientProvider client={queryClient}>
      <SaleForm
        showtimeId="s1"
        places={chosen}
        lost={lost.map((label) => createPlace(label))}
        onSend={vi.fn()}
        onSold={onSold}
        onRefused={vi.fn()}
        onTaken={onTaken}
        onAcceptLoss={onAcceptLoss}
        onCancel={vi.fn()}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(form(places))
  return { choose: (chosen: typeof places) => rerender(form(chosen)) }
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
/** Submits the form and waits until its fields are checked. */
const submit = () =>
  act(async () => void fireEvent.submit(screen.getByRole('form', { name: 'Counter sale' })))

const sentKeys = () =>
  fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))

test('SaleForm shows the change and does not sell for less than the total', async () => {
  renderForm()
  type('Cash received', '500')
  screen.getByText('₹200')
  type('Cash received', '200')
  await submit()
  screen.getByText('₹100 short.')
  expect(fetched).not.toHaveBeenCalled()
})

test('SaleForm shows no price when the tickets are free', () => {
  renderForm()
  expect(document.body.textContent).toContain('₹300')
  fireEvent.click(screen.getByLabelText('Free'))
  expect(document.body.textContent).not.toContain('₹')
})

test('SaleForm asks for a reason beside the field when the tickets are free', async () => {
  renderForm()
  fireEvent.click(screen.getByLabelText('Free'))
  await submit()
  screen.getByText('Please give a reason.')
  expect(fetched).not.toHaveBeenCalled()
})

test('SaleForm removes the message of the server when a field has an error [S-598]', async () => {
  fetched.mockRejectedValue(new TypeError('network'))
  renderForm()
  type('Cash received', '500')
  await submit()
  await screen.findByText(/We cannot reach the cinema/)

  fireEvent.click(screen.getByLabelText('Free'))
  await submit()

  screen.getByText('Please give a reason.')
  await waitFor(() => expect(screen.queryByText(/We cannot reach the cinema/)).toBeNull())
})

test('SaleForm sells an accessible place only after staff has confirmed it [S-720]', async () => {
  renderForm([], [createPlace('A1', { accessible: 'wheelchair' }), createPlace('A2')])
  await submit()
  screen.getByText('A1 is a wheelchair place. Is that intended?')
  screen.getByText('Please confirm, or choose other seats.')
  expect(fetched).not.toHaveBeenCalled()

  fetched.mockResolvedValueOnce(
    Response.json({ booking: { reference: 'MQ-1', seats: [], slots: [] }, passes: [] }),
  )
  fireEvent.click(screen.getByLabelText('Yes, sell as chosen'))
  await submit()
  await waitFor(() => expect(onSold).toHaveBeenCalledOnce())
})

test('SaleForm sells other places after staff has confirmed an accessible one and left it out [S-720]', async () => {
  const { choose } = renderForm([], [createPlace('A1', { accessible: 'wheelchair' })])
  fireEvent.click(screen.getByLabelText('Yes, sell as chosen'))
  choose([createPlace('A2')])

  fetched.mockResolvedValueOnce(
    Response.json({ booking: { reference: 'MQ-1', seats: [], slots: [] }, passes: [] }),
  )
  await submit()

  await waitFor(() => expect(onSold).toHaveBeenCalledOnce())
})

test('SaleForm asks nothing about other places [S-720]', () => {
  renderForm()
  expect(screen.queryByLabelText('Yes, sell as chosen')).toBeNull()
})

test('SaleForm sends the same key again after a lost answer, and passes the change on', async () => {
  renderForm()
  fetched.mockRejectedValueOnce(new TypeError('no network'))
  type('Cash received', '400')
  await submit()
  await screen.findByRole('alert')

  const response = {
    success: true,
    booking: { reference: 'MQ-1', seats: [], slots: [] },
    passes: [],
  }
  fetched.mockResolvedValueOnce(Response.json(response))
  await submit()
  await waitFor(() => expect(onSold).toHaveBeenCalledWith({ ...response, change: 100 }))
  const [first, second] = sentKeys()
  expect(first).toMatch(/^[\da-f]{32}$/)
  expect(second).toBe(first)
})

test('SaleForm names the place that another device has taken', async () => {
  renderForm()
  const refusal = { success: false, code: 'TAKEN', message: 'A2 has just been taken.' }
  const places = [{ _id: 'A2', label: 'A2' }]
  fetched.mockResolvedValueOnce(Response.json({ ...refusal, places }, { status: 409 }))
  await submit()
  await screen.findByText('A2 has just been taken.')
  expect(onTaken).toHaveBeenCalledWith('A2')
})

test('SaleForm sells nothing after a place was lost, until staff goes on with the others', async () => {
  renderForm(['A3', 'A4'])
  type('Cash received', '500')
  screen.getByText('A3, A4 have just been taken. The total is now ₹300.')
  await submit()
  expect(fetched).not.toHaveBeenCalled()

  fireEvent.click(screen.getByRole('button', { name: 'Go on with A1 A2' }))
  expect(onAcceptLoss).toHaveBeenCalledOnce()
  expect(fetched).not.toHaveBeenCalled()
})
