import { exitCodeOf, reconcileData, reconciliationText } from '../data-checks.ts'
import type { AddCommands } from './command-context.ts'

export const addReportCommands: AddCommands = (program, { config, print, setExitCode }) => {
  const report = program.command('report').description('reports about sales')

  report
    .command('reconcile')
    .description('compare payments, bookings and sold places, in the database itself')
    .action(async () => {
      const reconciliation = await reconcileData(config)
      print(reconciliation, reconciliationText)
      setExitCode(exitCodeOf(reconciliation))
    })
}
