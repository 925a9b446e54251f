import { calibrate, describeNoise } from './calibration.ts'
import { closeAll } from './open-resources.ts'
import { PARTS } from './part-list.ts'
import type { Result } from './report.ts'

// A process of its own: a part that takes too long can be stopped, and leaves nothing behind for the next one.

export interface Outcome {
  measured: Result[] | string
  noise: string
}

async function stop() {
  await closeAll()
  process.exit()
}
process.once('disconnect', () => void stop())
process.once('SIGINT', () => void stop())

const [name = ''] = process.argv.slice(2)
try {
  calibrate()
  const measured = await PARTS[name]?.measure()
  calibrate()
  process.send?.({ measured, noise: describeNoise() })
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
// The parent has disconnected if it stopped the part.
if (process.connected) process.disconnect()
