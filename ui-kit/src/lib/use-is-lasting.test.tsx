import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useIsLasting } from './use-is-lasting.ts'

test('useIsLasting is true after its time, and false in the same render as its condition', () => {
  vi.useFakeTimers()
  const renders: boolean[] = []
  const { result, rerender } = renderHook(
    ({ condition }) => {
      const isLasting = useIsLasting(condition, 700)
      renders.push(isLasting)
      return isLasting
    },
    { initialProps: { condition: true } },
  )

  act(() => void vi.advanceTimersByTime(699))
  expect(result.current).toBe(false)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toBe(true)

  const before = renders.length
  rerender({ condition: false })
  expect(renders.slice(before)).not.toContain(true)
  rerender({ condition: true })
  expect(result.current).toBe(false)
})
