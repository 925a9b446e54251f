import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announce, LiveRegion } from './announcer.tsx'

test('announce changes the live region when the text is the same as before', () => {
  const { container } = render(<LiveRegion />)

  act(() => announce('One minute left'))
  const first = container.textContent
  act(() => announce('One minute left'))

  expect(first).toBe('One minute left')
  expect(container.textContent).not.toBe(first)
  expect(container.textContent?.trim()).toBe('One minute left')
})
