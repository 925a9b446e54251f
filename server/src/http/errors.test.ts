import { expect, test } from 'vitest'
import { describeContext } from '#test/support/test-context.ts'
import { toAppError } from './errors.ts'

describeContext('toAppError', (context) => {
  test('returns UNAVAILABLE for a row that refers to a deleted one', async () => {
    const { db } = context().ctx
    const orphan = {
      screen_id: 'deleted',
      movie_id: 'deleted',
      at: '12:00',
      cutoff_minutes: null,
      except_dates: '[]',
    }

    const error = await db
      .insertInto('daily_showtimes')
      .values(orphan)
      .execute()
      .catch((thrown) => thrown)

    expect(toAppError(error)).toMatchObject({ statusCode: 503, code: 'UNAVAILABLE' })
  })
})
