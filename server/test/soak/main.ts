import { exodus } from './failover.ts'
import { neighbours, type Plan, readPlan } from './plan.ts'
import { photoFinish, stampede } from './races.ts'
import { torture } from './run.ts'

const MOST_SHOWN = 20

const { plan, stampede: isStampede, trials, watchers } = readPlan(process.argv.slice(2))
if (watchers > 0) await leave()
else if (isStampede) console.table(await stampede(plan))
else if (trials > 0) console.table(await photoFinish(trials, plan.postgres))
else await letLoose(plan)

async function letLoose(what: Plan) {
  const { violations, acts, plays, orders, kills, closings, reach } = await torture(what)
  console.table(acts)
  console.table(plays)
  console.log(`${orders} orders, ${kills} outages`)
  if (closings.length > 0) console.log(`nodes asked to end took ${closings.join(', ')} ms`)
  if (reach) {
    console.log('from a hold at one node to the windows at all others, milliseconds')
    console.table(reach)
  }
  for (const violation of violations.slice(0, MOST_SHOWN)) console.log(`✗ ${violation}`)
  console.log(`${violations.length} violations`)
  // A control run proves something only if it is caught.
  process.exitCode = violations.length > 0 === Boolean(what.sabotage) ? 0 : 1
}

async function leave() {
  const { violations, ...figures } = await exodus({ ...neighbours(), watchers })
  console.table(figures)
  for (const violation of violations.slice(0, MOST_SHOWN)) console.log(`✗ ${violation}`)
  console.log(`${violations.length} violations`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
