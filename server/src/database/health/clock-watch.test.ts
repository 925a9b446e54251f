import { expect, test } from 'vitest'
import { describeDatabases } from '#test/support/test-context.ts'
import { createClockWatch } from './clock-watch.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND

describeDatabases('createClockWatch', (context) => {
  test('reports a clock that was set back once, and neither passing time, a step forward nor a small correction', async () => {
    const { ctx, clock } = context()
    const steps: number[] = []
    const check = createClockWatch({ ...ctx, onSetBack: (stepMs) => steps.push(stepMs) })
    await check()
    for (const move of [clock.advance, clock.step]) {
      await move(HOUR)
      await check()
    }
    await clock.step(-1.5 * SECOND)
    await check()
    expect(steps).toEqual([])

    await clock.step(-300 * SECOND)
    await check()
    await check()

    expect(steps.map(Math.round)).toEqual([300 * SECOND])
  })
})
