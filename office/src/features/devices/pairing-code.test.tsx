import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockCalls } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { PairingCode } from './pairing-code.tsx'

test('PairingCode shows the link without a button to copy it where the browser has no clipboard', () => {
  mockCalls([['/devices', { devices: [] }]])
  renderPage('/devices', <PairingCode link="http://office.example/pair#abc" scope="door" />)

  screen.getByText('http://office.example/pair#abc')
  expect(screen.queryByRole('button')).toBeNull()
})
