import { restore } from '../database/restore.ts'
import { createFileCommand, runAsProcess } from './command.ts'
import { checkData, reportData } from './data-checks.ts'

export const main = createFileCommand('npm run restore -- FILE', async ({ dataDir }, file) => {
  await restore(file, dataDir)
  const { text, exitCode } = reportData(await checkData({ dataDir, databaseUrl: undefined }))
  return { text: `Backup ${file} verified and restored into ${dataDir}\n${text}`, exitCode }
})

if (import.meta.main) await runAsProcess(main)
