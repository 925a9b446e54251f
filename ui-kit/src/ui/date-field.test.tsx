import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DateField } from './date-field.tsx'

function Example({ type }: { type: 'date' | 'time' | 'datetime-local' }) {
  const [value, setValue] = useState('')
  return (
    <DateField
      label="When"
      type={type}
      value={value}
      onChange={({ target }) => setValue(target.value)}
    />
  )
}

test.each([
  ['date', '2026-12-01', 'Tue, 1 Dec 2026'],
  ['time', '18:30', '6:30 PM'],
  ['datetime-local', '2026-12-01T18:30', 'Tue, 1 Dec 2026, 6:30 PM'],
] as const)(
  'DateField of type %s shows %s as %s, and Choose without a value',
  async (type, typed, text) => {
    const user = userEvent.setup()
    render(<Example type={type} />)
    screen.getByText('Choose')

    await user.type(screen.getByLabelText('When'), typed)

    screen.getByText(text)
    expect(screen.queryByText('Choose')).toBeNull()
  },
)

test('DateField shows the parts to type in while it is used by the keyboard only', async () => {
  const user = userEvent.setup()
  render(<Example type="date" />)
  const frame = screen.getByText('Choose').parentElement

  await user.click(screen.getByLabelText('When'))
  expect(frame?.dataset.typing).toBeUndefined()
  await user.keyboard('{ArrowUp}')
  expect(frame?.dataset.typing).toBe('true')
  await user.tab()
  expect(frame?.dataset.typing).toBeUndefined()
})
