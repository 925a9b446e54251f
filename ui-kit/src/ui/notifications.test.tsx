import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Notifications } from './notifications.tsx'
import { notify } from './notify.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Notifications />)
})

const show = (text: string, kind?: string) => act(() => notify(text, { ...(kind && { kind }) }))
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const visibleText = () => screen.getByRole('status').textContent

test('Notifications shows its messages in order, for six seconds each; one of the same kind replaces the last', () => {
  show('The first')
  advance(3000)
  show('A1 has just been taken.', 'refusal')
  expect(visibleText()).toBe('The firstA1 has just been taken.')

  advance(3000)
  expect(visibleText()).toBe('A1 has just been taken.')
  show('A2 has just been taken.', 'refusal')
  expect(visibleText()).toBe('A2 has just been taken.')

  advance(5999)
  expect(visibleText()).toBe('A2 has just been taken.')
  advance(1)
  expect(visibleText()).toBe('')
})

test.each([
  ['the upper half', 100, 'bottom'],
  ['the lower half', 700, 'top'],
] as const)(
  'Notifications leaves the control free that was used in %s of the window',
  (_half, top, edge) => {
    render(<button type="button">Hold</button>)
    const control = screen.getByRole('button')
    vi.spyOn(control, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 100, 44))
    control.focus()

    show('Held.')

    expect(screen.getByRole('status').dataset.edge).toBe(edge)
  },
)
