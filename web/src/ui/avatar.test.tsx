import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Initial } from './avatar.tsx'

test('Initial shows the first grapheme of the name', () => {
  const { container } = render(<Initial name={' e\u0301lodie'} className="" />)

  expect(container.textContent).toBe('E\u0301')
})
