import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '#ui/notify.ts'
import { Toaster } from '#ui/toaster.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('notes are shown, read aloud, and go by themselves in their order', () => {
  render(<Toaster />)
  act(() => notify('The first'))
  act(() => vi.advanceTimersByTime(3000))
  act(() => notify('The second'))
  expect(screen.getByRole('status').textContent).toBe('The firstThe second')

  act(() => vi.advanceTimersByTime(3000))
  expect(screen.getByRole('status').textContent).toBe('The second')

  act(() => vi.advanceTimersByTime(3000))
  expect(screen.getByRole('status').textContent).toBe('')
})
