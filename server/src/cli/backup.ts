import { backUp } from '../database/backup.ts'
import { runOnFile } from './command.ts'

await runOnFile('npm run backup -- FILE', async ({ dataDir }, file) => {
  await backUp(dataDir, file)
  return `Backup of ${dataDir} written and verified: ${file}`
})
