import { readConfig } from '../../config.ts'
import { reconcileData, reportReconciliation } from '../data-checks.ts'
import type { AddCommands } from './command-context.ts'

export const addReportCommands: AddCommands = (program, { print }) => {
  const report = program.command('report').description('reports about sales')

  report
    .command('reconcile')
    .description('compare payments, bookings and sold places, in the database itself')
    .action(async () => print(await reconcileData(readConfig(process.env)), reportReconciliation))
}
