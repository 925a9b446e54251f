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

test('a note takes the place of the one of its kind, and its own time', () => {
  render(<Toaster />)
  act(() => notify('A1 has just been taken.', 'refusal'))
  act(() => vi.advanceTimersByTime(3000))
  act(() => notify('A2 has just been taken.', 'refusal'))
  expect(screen.getByRole('status').textContent).toBe('A2 has just been taken.')

  act(() => vi.advanceTimersByTime(5999))
  expect(screen.getByRole('status').textContent).toBe('A2 has just been taken.')
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getByRole('status').textContent).toBe('')
})
