import { ROOT } from '../boot/project.mjs'
import { judge } from './import-law.mjs'

const { breaches, modules } = await judge(ROOT)
const unread = Object.keys(modules).filter((side) => modules[side] === 0)

for (const breach of breaches) console.error(breach)
for (const side of unread) console.error(`${side}: no module was read, so nothing was judged`)
console.log(`${Object.values(modules).reduce((sum, count) => sum + count)} modules read`)
process.exitCode = breaches.length + unread.length > 0 ? 1 : 0
