import { readConfig } from '../config.ts'
import { runCommand } from './command.ts'
import { checkData, reportData } from './data-checks.ts'

await runCommand(
  'npm run check-data',
  (args) => (args.length === 0 ? '' : undefined),
  async () => reportData(await checkData(readConfig(process.env))),
)
