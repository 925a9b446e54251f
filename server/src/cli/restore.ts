import { restore } from '../database/restore.ts'
import { runOnFile } from './command.ts'
import { checkData, reportData } from './data-checks.ts'

await runOnFile('npm run restore -- FILE', async ({ dataDir }, file) => {
  await restore(file, dataDir)
  const check = await checkData({ dataDir, databaseUrl: undefined })
  return `Backup ${file} verified and restored into ${dataDir}\n${reportData(check)}`
})
