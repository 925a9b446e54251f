import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Picture } from './picture.tsx'

const image = () => screen.getByAltText('Asha')
const source = () => image().getAttribute('src')
const picture = (src: string) => <Picture src={src} fallback="/profile.svg" alt="Asha" />

test('Picture shows the fallback without a source or after a loading error, and tries a new source [R-9.9]', () => {
  const { rerender } = render(picture(''))
  expect(source()).toBe('/profile.svg')

  rerender(picture('https://pictures.example/asha.jpg'))
  expect(source()).toBe('https://pictures.example/asha.jpg')
  expect(image().getAttribute('referrerpolicy')).toBe('no-referrer')

  fireEvent.error(image())
  expect(source()).toBe('/profile.svg')

  rerender(picture('https://pictures.example/asha-2.jpg'))
  expect(source()).toBe('https://pictures.example/asha-2.jpg')
})
