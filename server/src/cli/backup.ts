import { backUp } from '../database/backup/backup.ts'
import { createFileCommand } from './command.ts'

export const main = createFileCommand('marquee backup FILE', async ({ dataDir }, file) => {
  await backUp(dataDir, file)
  return { text: `Backup of ${dataDir} written and verified: ${file}`, exitCode: 0 }
})
