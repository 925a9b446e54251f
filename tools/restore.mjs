import { operate } from './boot/operate.mjs'

await operate('restore')
