import { expect, test } from 'vitest'
import { parseCatalogueText } from './catalogue-text.ts'

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)

test('parseCatalogueText reads UTF-8 with and without a byte order mark [S-622]', () => {
  const text = '{ "name": "Amélie 🎬" }'

  expect(parseCatalogueText(bytesOf(text))).toEqual({ name: 'Amélie 🎬' })
  expect(parseCatalogueText(bytesOf(`\uFEFF${text}`))).toEqual({ name: 'Amélie 🎬' })
})

test.each([
  ['UTF-16 with a byte order mark', bytesOf('\uFEFF{}', 'utf16le'), 'UTF-16'],
  ['UTF-16 without a byte order mark', bytesOf('{"name":"x"}', 'utf16le'), 'UTF-16'],
  ['big-endian UTF-16', bytesOf('\uFEFF{}', 'utf16le').swap16(), 'UTF-16'],
  [
    'Windows-1252',
    bytesOf('{\n"name": "Amélie" }', 'latin1'),
    'not UTF-8 (line 2), probably Windows-1252',
  ],
  ['a character that is cut', bytesOf('{ "name": "é').subarray(0, -1), 'not UTF-8'],
])('parseCatalogueText refuses %s and names the encoding [S-622]', (_, bytes, words) => {
  expect(() => parseCatalogueText(bytes)).toThrow(words)
})

test('parseCatalogueText refuses a key that is there twice with its path [S-622]', () => {
  const text = `{
    "screens": [{ "name": "\\"name\\":{[", "rows": [] }, { "name": "Screen 2", "name": "Screen 3" }],
    "movies": [{ "daily": [], "cast": ["a", "a"], "\\u0064aily": [] }]
  }`

  expect(() => parseCatalogueText(bytesOf(text))).toThrow(
    'screens[1].name is there twice, movies[0].daily is there twice',
  )
})

test('parseCatalogueText accepts the same key in several objects [S-622]', () => {
  const text = '{ "a": { "b": 1, "c": [{ "b": 2 }, { "b": 3 }] }, "b": "b" }'

  expect(parseCatalogueText(bytesOf(text))).toEqual(JSON.parse(text))
})
