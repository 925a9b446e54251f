import { readConfig } from '../config/config.ts'
import { createCommand } from './command.ts'
import { checkData, reportData } from './data-checks.ts'

export const main = createCommand({
  usage: 'marquee check-data',
  parse: (args) => (args.length === 0 ? '' : undefined),
  run: async (_, environment) => reportData(await checkData(readConfig(environment))),
})
