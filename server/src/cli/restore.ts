import { restore } from '../database/restore.ts'
import { checkEmbeddedData, reportOrphans } from './check-references.ts'
import { runOnFile } from './command.ts'

await runOnFile('npm run restore -- FILE', async ({ dataDir }, file) => {
  await restore(file, dataDir)
  const orphans = await checkEmbeddedData(dataDir)
  return `Backup ${file} verified and restored into ${dataDir}\n${reportOrphans(orphans)}`
})
