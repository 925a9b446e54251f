import { expect, test } from 'vitest'
import { exitCodeFor, startupErrorMessage } from './startup-error.ts'

const errorWith = (message: string, properties: object = {}) =>
  Object.assign(new Error(message), properties)
const sqliteError = (errcode: number, message = 'no') =>
  errorWith(message, { code: 'ERR_SQLITE_ERROR', errcode })

test.each([
  ['a port in use', errorWith('listen', { code: 'EADDRINUSE' }), 69],
  ['an unreachable database server', errorWith('connect', { code: 'ECONNREFUSED' }), 69],
  ['a database server that is starting', errorWith('starting up', { code: '57P03' }), 69],
  ['a corrupt file', sqliteError(11), 74],
  ['a file that is no database', sqliteError(26), 74],
  ['a file that cannot be opened', sqliteError(14), 74],
  ['a SQLite database with other tables', sqliteError(1, 'table users already exists'), 74],
  ['a PostgreSQL database with other tables', errorWith('exists', { code: '42P07' }), 74],
  ['a database of a later version', errorWith('corrupted migrations: 099 is missing'), 74],
  ['a missing database', errorWith('no such database', { code: '3D000' }), 78],
  ['a refused database login', errorWith('no password', { code: '28P01' }), 78],
  ['an unknown database host', errorWith('getaddrinfo', { code: 'ENOTFOUND' }), 78],
  ['a database without permission for tables', errorWith('denied', { code: '42501' }), 78],
  ['a host of another machine', errorWith('listen', { code: 'EADDRNOTAVAIL' }), 78],
  ['a package that is not installed', errorWith('no pg', { code: 'ERR_MODULE_NOT_FOUND' }), 78],
  ['a port that needs more rights', errorWith('listen', { code: 'EACCES' }), 78],
])('startup error for %s has its exit code and a message without stack trace', (_, error, code) => {
  expect(exitCodeFor(error)).toBe(code)
  expect(startupErrorMessage(error)).toContain(error.message)
  expect(startupErrorMessage(error)).not.toContain('    at ')
})

test('startup error for an unexpected error has exit code 1 and its stack trace', () => {
  const error = errorWith('undefined is not a function')
  expect(exitCodeFor(error)).toBe(1)
  expect(startupErrorMessage(error)).toContain('    at ')
})

test('startup error without a message shows its code', () => {
  const error = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  expect(startupErrorMessage(error)).toContain('ECONNREFUSED')
})
