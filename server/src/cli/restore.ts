import { restore } from '../database/backup/restore.ts'
import { createFileCommand } from './command.ts'
import { checkData, reportData } from './data-checks.ts'

export const main = createFileCommand('marquee restore FILE', async ({ dataDir }, file) => {
  await restore(file, dataDir)
  const { text, exitCode } = reportData(await checkData({ dataDir, databaseUrl: undefined }))
  return { text: `Backup ${file} verified and restored into ${dataDir}\n${text}`, exitCode }
})
