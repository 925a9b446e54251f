import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar, Initial } from './avatar.tsx'

test('Initial shows the first grapheme of the name', () => {
  const { container } = render(<Initial name={' e\u0301lodie'} className="" />)

  expect(container.textContent).toBe('E\u0301')
})

test('Avatar requests the picture and the placeholder once each when neither can be loaded', () => {
  const { container } = render(<Avatar picture="/one.webp" placeholder="/two.svg" className="" />)
  const image = container.querySelector('img') as HTMLImageElement
  const requested = [image.getAttribute('src')]
  const observer = new MutationObserver(() => undefined)
  observer.observe(image, { attributes: true, attributeFilter: ['src'] })

  for (let failures = 0; failures < 3; failures += 1) {
    fireEvent.error(image)
    for (const _ of observer.takeRecords()) requested.push(image.getAttribute('src'))
  }

  expect(requested).toEqual(['/one.webp', '/two.svg'])
})
