import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PasswordField } from '#ui/password-field.tsx'

test('what is typed is hidden, shown to who asks, and hidden again', async () => {
  const user = userEvent.setup()
  render(<PasswordField label="Password" />)
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  const eye = screen.getByRole('button', { name: 'Show what I type' })
  await user.type(field, 'correct horse')
  expect(field.type).toBe('password')

  await user.click(eye)
  expect([field.type, field.value, eye.ariaPressed]).toEqual(['text', 'correct horse', 'true'])

  await user.click(eye)
  expect([field.type, field.value, eye.ariaPressed]).toEqual(['password', 'correct horse', 'false'])
})
