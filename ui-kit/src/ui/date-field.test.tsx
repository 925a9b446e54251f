import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { expect, test } from 'vitest'
import { DateField } from './date-field.tsx'

type ExampleProps = Pick<ComponentProps<typeof DateField>, 'type' | 'format'>

function Example(props: ExampleProps) {
  const [value, setValue] = useState('')
  return (
    <DateField
      label="When"
      {...props}
      value={value}
      onChange={({ target }) => setValue(target.value)}
    />
  )
}

const format = (instant: number) => new Date(instant).toUTCString()

test.each([
  ['date', '2026-12-01', 'Tue, 01 Dec 2026 00:00:00 GMT'],
  ['time', '18:30', 'Thu, 01 Jan 1970 18:30:00 GMT'],
  ['datetime-local', '2026-12-01T18:30', 'Tue, 01 Dec 2026 18:30:00 GMT'],
] as const)(
  'DateField of type %s shows %s in the format of the house, and Choose without a value',
  async (type, typed, text) => {
    const user = userEvent.setup()
    render(<Example type={type} format={format} />)
    screen.getByText('Choose')

    await user.type(screen.getByLabelText('When'), typed)

    screen.getByText(text)
    expect(screen.queryByText('Choose')).toBeNull()
  },
)

test('DateField shows the parts to type in while it is used by the keyboard only', async () => {
  const user = userEvent.setup()
  render(<Example type="date" format={format} />)
  const frame = screen.getByText('Choose').parentElement

  await user.click(screen.getByLabelText('When'))
  expect(frame?.dataset.typing).toBeUndefined()
  await user.keyboard('{ArrowUp}')
  expect(frame?.dataset.typing).toBe('true')
  await user.tab()
  expect(frame?.dataset.typing).toBeUndefined()
})
