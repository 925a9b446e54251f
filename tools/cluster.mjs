import { ROOT } from './boot/project.mjs'
import { run } from './boot/run.mjs'
import { prepareSite } from './boot/site.mjs'

const { node, env } = await prepareSite()
process.exitCode = await run(node, ['tools/cluster/main.mjs'], { cwd: ROOT, env })
