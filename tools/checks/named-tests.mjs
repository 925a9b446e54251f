import { ROOT } from '../boot/project.mjs'
import { faultsOfDocuments } from './proofs.mjs'

const { proofs, faults } = faultsOfDocuments(ROOT)

for (const fault of faults) console.error(fault)
console.log(`${proofs.length} names of tests read`)
process.exitCode = faults.length > 0 || proofs.length === 0 ? 1 : 0
