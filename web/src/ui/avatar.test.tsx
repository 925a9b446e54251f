import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

test('Avatar shows the picture, or the first grapheme of the name without one or after a loading error', () => {
  const avatar = (picture: string | null) => (
    <Avatar name={' e\u0301lodie'} picture={picture} className="" />
  )
  const { container, rerender } = render(avatar(null))
  expect(container.textContent).toBe('E\u0301')

  rerender(avatar('/pictures/one.webp'))
  const image = container.querySelector('img')
  expect(image?.getAttribute('src')).toBe('/pictures/one.webp')
  expect(container.textContent).toBe('')

  fireEvent.error(image as HTMLImageElement)
  expect(container.textContent).toBe('E\u0301')
})

test('Avatar requests each picture once when the picture and the placeholder cannot be loaded', () => {
  const { container } = render(
    <Avatar name="Asha" picture="/one.webp" placeholder="/two.svg" className="" />,
  )
  const fail = () => {
    const image = container.querySelector('img') as HTMLImageElement
    const url = image.getAttribute('src')
    fireEvent.error(image)
    return url
  }

  expect([fail(), fail()]).toEqual(['/one.webp', '/two.svg'])
  expect(container.querySelector('img')).toBeNull()
  expect(container.textContent).toBe('A')
})
