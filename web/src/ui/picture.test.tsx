import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Picture } from '#ui/picture.tsx'

const shown = () => screen.getByAltText('Asha').getAttribute('src')
const of = (src: string) => <Picture src={src} fallback="/profile.svg" alt="Asha" />

test('a picture that leads nowhere gives way to the other, and the next one is tried again', () => {
  const { rerender } = render(of('https://pictures.example/asha.jpg'))
  expect(shown()).toBe('https://pictures.example/asha.jpg')
  expect(screen.getByAltText('Asha').getAttribute('referrerpolicy')).toBe('no-referrer')

  fireEvent.error(screen.getByAltText('Asha'))
  expect(shown()).toBe('/profile.svg')

  rerender(of('https://pictures.example/asha-2.jpg'))
  expect(shown()).toBe('https://pictures.example/asha-2.jpg')
})

test('who has none is shown the other [R-9.9]', () => {
  render(of(''))
  expect(shown()).toBe('/profile.svg')
})
