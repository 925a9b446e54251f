import { expect, test } from 'vitest'
import { cinema } from '#test/fixtures.ts'
import { directionsUrl } from './cinema-address.tsx'

const MAPS = 'https://www.google.com/maps/dir/?api=1&destination='

test.each([
  ['the coordinates', {}, `${MAPS}13.0604%2C80.2496`],
  ['the address without coordinates', { lat: null, lng: null }, `${MAPS}1+Mount+Road%2C+Chennai`],
  ['nothing without both', { lat: null, lng: null, address: null }, undefined],
])('directionsUrl leads to %s', (_, changes, url) => {
  expect(directionsUrl({ ...cinema, ...changes })).toBe(url)
})
