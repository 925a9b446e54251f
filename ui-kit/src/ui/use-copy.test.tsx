import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useNotifications } from './notify.ts'
import { useCopy } from './use-copy.ts'

const setClipboard = (value: { writeText: () => Promise<void> } | undefined) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value })

test('useCopy has no action in a browser without a clipboard', () => {
  setClipboard(undefined)
  const { result } = renderHook(() => useCopy('MQ-1'))
  expect(result.current.copy).toBeUndefined()
})

test('useCopy says that the browser refuses to copy', async () => {
  setClipboard({ writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) })
  const { result } = renderHook(() => useCopy('MQ-1'))

  expect(await act(async () => result.current.copy?.())).toBe(false)

  expect(result.current.isCopied).toBe(false)
  expect(useNotifications.getState().visible).toMatchObject([
    { text: 'Your browser does not allow copying.' },
  ])
})

test('useCopy says when the text is copied', async () => {
  setClipboard({ writeText: () => Promise.resolve() })
  const { result } = renderHook(() => useCopy('MQ-1'))

  expect(await act(async () => result.current.copy?.())).toBe(true)

  expect(result.current.isCopied).toBe(true)
})

test('useCopy does not say that a new text is copied', async () => {
  setClipboard({ writeText: () => Promise.resolve() })
  const { result, rerender } = renderHook(useCopy, { initialProps: 'MQ-1' })
  await act(async () => result.current.copy?.())

  rerender('MQ-2')

  expect(result.current.isCopied).toBe(false)
})
