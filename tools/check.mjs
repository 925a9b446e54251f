import { prepare } from './boot/prepare.mjs'
import { check } from './checks/check.mjs'
import { steps } from './checks/steps.mjs'

process.exitCode = (await check(steps, await prepare())) > 0 ? 1 : 0
