/**
 * Moves the clock of a process, so that no test depends on the hour. Loaded with `node --import`.
 * TEST_CLOCK_OFFSET_MS is added to the time of the system. With TEST_CLOCK_MESSAGES=on, the parent process lets
 * more time pass with the message `{ advanceClock: milliseconds }`, which is sent back when the clock has moved.
 */
const systemNow = Date.now
const monotonicNow = performance.now.bind(performance)
const offset = Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0)
let advanced = 0

Date.now = () => systemNow() + offset + advanced
performance.now = () => monotonicNow() + advanced
globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length > 0 ? values : [Date.now()], newTarget),
})

if (process.env.TEST_CLOCK_MESSAGES === 'on') {
  process.on('message', (message) => {
    if (typeof message?.advanceClock !== 'number') return
    advanced += message.advanceClock
    process.send?.(message)
  })
  // Listening alone does not keep the process running.
  process.channel?.unref()
}
