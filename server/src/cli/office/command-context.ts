import type { Command } from 'commander'
import type { OfficeClient } from './office-client.ts'
import type { FormatInstant, Output } from './output.ts'

/** What each command needs. */
export interface CommandContext extends Output {
  call: OfficeClient
  formatInstant: FormatInstant
}

/** Adds the commands of one noun to the program. */
export type AddCommands = (program: Command, context: CommandContext) => void
