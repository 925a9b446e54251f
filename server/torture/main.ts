import { readPlan } from './plan.ts'
import { torture } from './run.ts'

const MOST_SHOWN = 20

const plan = readPlan(process.argv.slice(2))
const { violations, acts, orders, kills } = await torture(plan)

console.table(acts)
console.log(`${orders} orders, ${kills} kills`)
for (const violation of violations.slice(0, MOST_SHOWN)) console.log(`✗ ${violation}`)
console.log(`${violations.length} violations`)
// A control run proves something only if it is caught.
process.exitCode = violations.length > 0 === Boolean(plan.sabotage) ? 0 : 1
