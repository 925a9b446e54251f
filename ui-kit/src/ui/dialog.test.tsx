import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

function Broken(): never {
  throw new Error('broken')
}

test('Dialog shows an error in its content, and can be closed', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  const onClose = vi.fn()
  render(
    <Dialog title="Refund" onClose={onClose}>
      <Broken />
    </Dialog>,
  )

  screen.getByRole('dialog', { name: 'Refund' })
  screen.getByText('This could not be shown. Please close it and try again.')
  await userEvent.click(screen.getByText('Close'))
  expect(onClose).toHaveBeenCalledOnce()
})
