import { expect, test } from 'vitest'
import { exitCodeFor, startupErrorMessage } from './startup-error.ts'

const fault = (message: string, marks: object = {}) => Object.assign(new Error(message), marks)
const sqlite = (errcode: number, message = 'no') =>
  fault(message, { code: 'ERR_SQLITE_ERROR', errcode })

test.each([
  ['a taken port', fault('listen', { code: 'EADDRINUSE' }), 69],
  ['a database server that is away', fault('connect', { code: 'ECONNREFUSED' }), 69],
  ['a database server that is starting', fault('starting up', { code: '57P03' }), 69],
  ['a damaged file', sqlite(11), 74],
  ['a file that is no database', sqlite(26), 74],
  ['a file that cannot be opened', sqlite(14), 74],
  ['tables of somebody else', sqlite(1, 'table users already exists'), 74],
  ['tables of somebody else on a server', fault('relation exists', { code: '42P07' }), 74],
  ['a database of a later version', fault('corrupted migrations: 009 is missing'), 74],
  ['a database that does not exist', fault('no such database', { code: '3D000' }), 78],
  ['a database that does not let us in', fault('no password', { code: '28P01' }), 78],
  ['a database server that nobody knows', fault('getaddrinfo', { code: 'ENOTFOUND' }), 78],
])('%s has its own exit code and a sentence', (_, error, code) => {
  expect(exitCodeFor(error)).toBe(code)
  expect(startupErrorMessage(error)).toContain(error.message)
  expect(startupErrorMessage(error)).not.toContain('    at ')
})

test('what nobody foresaw ends with 1 and its trace', () => {
  const bug = fault('undefined is not a function')
  expect(exitCodeFor(bug)).toBe(1)
  expect(startupErrorMessage(bug)).toContain('    at ')
})

test('a server away at every one of its addresses is named by its code', () => {
  const away = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  expect(startupErrorMessage(away)).toContain('ECONNREFUSED')
})
