import { prepare } from './boot/prepare.mjs'
import { runChecks } from './checks/checks.mjs'

process.exitCode = (await runChecks(await prepare())) > 0 ? 1 : 0
