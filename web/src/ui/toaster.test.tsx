import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '#ui/notify.ts'
import { Toaster } from '#ui/toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})
afterEach(() => void vi.useRealTimers())

const show = (text: string, kind?: string) => act(() => notify(text, kind))
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const visibleText = () => screen.getByRole('status').textContent

test('Toaster shows each notification for six seconds, in order', () => {
  show('The first')
  advance(3000)
  show('The second')
  expect(visibleText()).toBe('The firstThe second')

  advance(3000)
  expect(visibleText()).toBe('The second')

  advance(3000)
  expect(visibleText()).toBe('')
})

test('Toaster replaces a notification of the same kind and restarts its time', () => {
  show('A1 has just been taken.', 'refusal')
  advance(3000)
  show('A2 has just been taken.', 'refusal')
  expect(visibleText()).toBe('A2 has just been taken.')

  advance(5999)
  expect(visibleText()).toBe('A2 has just been taken.')
  advance(1)
  expect(visibleText()).toBe('')
})
