/** @module-tag test-all */

import { expect, test } from 'vitest'
import { isPostgresInstalled } from '#test/cluster/private-postgres.ts'
import { isRedisInstalled } from '#test/cluster/private-redis.ts'
import { runOnSale } from './on-sale/on-sale.ts'
import { countOvertaken } from './on-sale/on-sale-assertions.ts'

const TIMEOUT = 900_000

test('countOvertaken counts those who were waiting when a higher number got a turn', () => {
  const place = (number: number, turn_at: number | null, ended_at: number | null = null) => ({
    number,
    turn_at,
    ended_at,
  })
  expect(countOvertaken([place(1, 10), place(2, 10), place(3, 20), place(4, null)])).toBe(0)
  // The first has left before.
  expect(countOvertaken([place(1, null, 5), place(2, 10)])).toBe(0)
  expect(countOvertaken([place(1, null), place(2, 30), place(3, 20)])).toBe(2)
})

test('in an on-sale on three nodes with 5,000 connections, a crash of PostgreSQL and a killed node, programs get few seats, no visitor is overtaken, and all keep their places [S-1280]', {
  timeout: TIMEOUT,
}, async ({ skip }) => {
  skip(!isPostgresInstalled() || !isRedisInstalled(), 'needs PostgreSQL and Redis programs')
  const { violations, figures } = await runOnSale({ visitors: 5000 })

  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
  expect(violations).toEqual([])
})
