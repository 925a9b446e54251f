import { runDenial } from './denial.ts'
import { measureFailover } from './failover.ts'
import { runOnSale } from './on-sale/on-sale.ts'
import type { Violation } from './operation-log.ts'
import { readOptions, serviceUrls } from './options.ts'
import { runContention, runRaces } from './races.ts'
import { runRush } from './rush.ts'
import { runSoak } from './soak.ts'

const MAX_PRINTED = 20
/** The server's defaults. */
const DEFAULT_GRACES = { graceSeconds: 60, checkoutGraceSeconds: 180 }

const { options, contention, denial, rush, races, viewers, queueing } = readOptions(
  process.argv.slice(2),
)
if (viewers > 0) {
  const { violations, stalls, ...figures } = await measureFailover({ ...serviceUrls(), viewers })
  console.table(figures)
  print(violations, stalls)
  process.exitCode = violations.length > 0 ? 1 : 0
} else if (denial) {
  const { violations, figures, stalls } = await runDenial({ ...options, ...DEFAULT_GRACES })
  console.table(figures)
  print(violations, stalls)
  process.exitCode = violations.length > 0 ? 1 : 0
} else if (queueing > 0) {
  const { violations, figures } = await runOnSale({ visitors: queueing })
  console.table(figures)
  print(violations, [])
  process.exitCode = violations.length > 0 ? 1 : 0
} else if (rush) {
  const { violations, figures, stalls } = await runRush(options)
  console.table(figures)
  print(violations, stalls)
  process.exitCode = violations.length > 0 ? 1 : 0
} else if (contention) console.table(await runContention(options))
else if (races > 0) console.table(await runRaces(races, options.postgresUrl))
else {
  const { violations, operations, scenarios, orders, outages, stalls, reportedAfter, slowestMs } =
    await runSoak(options)
  console.table(operations)
  console.table(scenarios)
  console.table(reportedAfter)
  console.log(`${orders} orders, ${outages} outages, slowest answer ${slowestMs} ms`)
  print(violations, stalls)
  // A run with injected faults passes if it reports each of them.
  const reported = new Set(violations.map(({ rule }) => rule))
  const missed = options.injected?.rules.filter((rule) => !reported.has(rule)) ?? []
  for (const rule of missed) console.log(`not reported: ${rule}`)
  const isPassed = options.injected ? missed.length === 0 : violations.length === 0
  process.exitCode = isPassed ? 0 : 1
}

function print(violations: Violation[], stalls: string[]) {
  for (const stall of stalls) console.log(`inconclusive: ${stall}`)
  for (const { rule, detail } of violations.slice(0, MAX_PRINTED)) {
    console.log(`✗ ${rule}: ${detail}`)
  }
  console.log(`${violations.length} violations`)
}
