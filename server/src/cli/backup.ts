import { backUp } from '../database/backup.ts'
import { createFileCommand, runAsProcess } from './command.ts'

export const main = createFileCommand('npm run backup -- FILE', async ({ dataDir }, file) => {
  await backUp(dataDir, file)
  return { text: `Backup of ${dataDir} written and verified: ${file}`, exitCode: 0 }
})

if (import.meta.main) await runAsProcess(main)
