import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

/** A form that is busy after the first submission. */
function Form({ onSubmit }: { onSubmit: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
    setBusy(true)
  }
  return (
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" busy={isBusy}>
        Save
      </Button>
    </form>
  )
}

function open() {
  const onSubmit = vi.fn()
  render(<Form onSubmit={onSubmit} />)
  return { user: userEvent.setup(), onSubmit, save: screen.getByRole('button', { name: 'Save' }) }
}

test('a button that is pressed keeps the focus while it is busy, and does nothing', async () => {
  const { user, onSubmit, save } = open()

  await user.click(save)
  await user.click(save)
  await user.keyboard('{Enter} ')

  expect(document.activeElement).toBe(save)
  expect(save.matches(':disabled')).toBe(false)
  expect(save.getAttribute('aria-disabled')).toBe('true')
  expect(save.getAttribute('aria-busy')).toBe('true')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('Enter in a field submits a form once while its button is busy', async () => {
  const { user, onSubmit } = open()

  await user.type(screen.getByLabelText('Name'), '{Enter}{Enter}')

  expect(onSubmit).toHaveBeenCalledOnce()
})

test('a busy button is disabled when the focus moves on', async () => {
  const { user, onSubmit, save } = open()
  await user.click(save)

  await user.click(screen.getByLabelText('Name'))
  await user.keyboard('{Enter}')

  expect(save.matches(':disabled')).toBe(true)
  expect(onSubmit).toHaveBeenCalledOnce()
})
