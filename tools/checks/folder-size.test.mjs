import { expect, test } from 'vitest'
import { findLargeFolders } from './folder-size.mjs'

const filesOf = (folder, count, ending = 'ts') =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}.${ending}`)

test('findLargeFolders reports a folder with more than 18 entries', () => {
  expect(findLargeFolders([...filesOf('web/src/lib', 18), 'web/src/lib/api'])).toEqual([
    'web/src/lib: 19',
  ])
})

test('findLargeFolders counts a test with its file', () => {
  const files = [...filesOf('web/src/lib', 18), ...filesOf('web/src/lib', 18, 'test.ts')]
  expect(findLargeFolders(files)).toEqual([])
})

test('findLargeFolders accepts the folder with all parts of the server', () => {
  expect(findLargeFolders(filesOf('server/src', 30))).toEqual([])
  expect(findLargeFolders(filesOf('server/src/http', 30))).toEqual(['server/src/http: 30'])
})
