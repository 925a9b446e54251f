import { type Plan, readPlan } from './plan.ts'
import { photoFinish, stampede } from './races.ts'
import { torture } from './run.ts'

const MOST_SHOWN = 20

const { plan, stampede: isStampede, trials } = readPlan(process.argv.slice(2))
if (isStampede) console.table(await stampede(plan))
else if (trials > 0) console.table(await photoFinish(trials, plan.postgres))
else await letLoose(plan)

async function letLoose(what: Plan) {
  const { violations, acts, plays, orders, kills, reach } = await torture(what)
  console.table(acts)
  console.table(plays)
  console.log(`${orders} orders, ${kills} outages`)
  if (reach) {
    const { trials, medianMs, worstMs } = reach
    console.log(
      `from one node to the others: ${medianMs} ms at the median, ${worstMs} ms at worst (${trials} holds)`,
    )
  }
  for (const violation of violations.slice(0, MOST_SHOWN)) console.log(`✗ ${violation}`)
  console.log(`${violations.length} violations`)
  // A control run proves something only if it is caught.
  process.exitCode = violations.length > 0 === Boolean(what.sabotage) ? 0 : 1
}
