import { restore } from '../database/restore.ts'
import { runOnFile } from './command.ts'

await runOnFile('npm run restore -- FILE', async ({ dataDir }, file) => {
  await restore(file, dataDir)
  return `Backup ${file} verified and restored into ${dataDir}`
})
