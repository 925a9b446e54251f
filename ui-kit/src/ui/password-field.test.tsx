import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PasswordField } from './password-field.tsx'

test('PasswordField shows and hides the password', async () => {
  const user = userEvent.setup()
  render(<PasswordField label="Password" />)
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  const toggle = screen.getByRole('button', { name: 'Show what I type' })
  await user.type(field, 'correct horse')
  expect(field.type).toBe('password')

  await user.click(toggle)
  expect([field.type, field.value, toggle.ariaPressed]).toEqual(['text', 'correct horse', 'true'])

  await user.click(toggle)
  expect([field.type, toggle.ariaPressed]).toEqual(['password', 'false'])
})
