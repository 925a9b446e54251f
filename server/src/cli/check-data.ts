import { readConfig } from '../config.ts'
import { checkData, reportOrphans } from './check-references.ts'
import { runCommand } from './command.ts'

await runCommand(
  'npm run check-data',
  (args) => (args.length === 0 ? '' : undefined),
  async () => reportOrphans(await checkData(readConfig(process.env))),
)
