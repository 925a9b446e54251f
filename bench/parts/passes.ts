import { verifyPass } from '@marquee/contract/tickets/verify-pass'
import { createPassKeys, deriveSeed } from '../../server/src/tickets/pass-keys.ts'
import type { Result } from '../report.ts'

const COUNT = 10_000
/** As many as a busy door has at a time. */
const AT_ONCE = 10

/** Signs and verifies passes. The time is that of the processor, so that the figures are those of one core. */
export async function passes(): Promise<Result[]> {
  const { signPass, publicKeys } = createPassKeys([
    deriveSeed('a secret that only measurements use'),
  ])
  const sign = async (number: number) =>
    signPass({
      reference: 'MQ-7KX2M9QRT4',
      showtimeId: '0b1e6c3a-9f54-4c7e-8a51-2f6d9c0e7b13',
      number,
      issue: 1,
    })
  const token = await sign(0)
  const verify = async () => {
    if (!(await verifyPass(token, publicKeys)).genuine) throw new Error('A pass is not genuine')
  }
  return [
    resultOf('passes signed per second on one core', await ratePerCore(sign), 5000),
    resultOf('passes verified per second on one core', await ratePerCore(verify), 2000),
  ]
}

const resultOf = (name: string, value: number, atLeast: number): Result => ({
  name,
  value,
  goal: { atLeast, unit: '/s' },
})

async function ratePerCore(call: (n: number) => Promise<unknown>) {
  await repeat(call, COUNT / 10)
  const before = process.cpuUsage()
  await repeat(call, COUNT)
  const { user, system } = process.cpuUsage(before)
  return COUNT / ((user + system) / 1e6)
}

async function repeat(call: (n: number) => Promise<unknown>, count: number) {
  for (let n = 0; n < count; n += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(n + index)))
}
