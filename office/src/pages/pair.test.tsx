import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { PairPage } from './pair.tsx'

test.each([
  ['#AB%20CD', 'AB CD'],
  ['#ABCD%', 'ABCD%'],
])('PairPage shows the code of the link, also of one that was cut off: %s', (hash, code) => {
  renderPage(`/pair${hash}`, <PairPage />)

  expect(screen.getByLabelText('Pairing code')).toHaveProperty('value', code)
})
