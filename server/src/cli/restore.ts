import { restore } from '../database/restore.ts'
import { runOnFile } from './command.ts'

await runOnFile('npm run restore -- FILE', async ({ dataDir }, file) => {
  await restore(file, dataDir)
  return `${file} is checked and restored into ${dataDir}`
})
