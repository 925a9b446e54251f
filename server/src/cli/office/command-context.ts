import type { Command } from 'commander'
import type { Config } from '#src/config/config.ts'
import type { OfficeClient } from './office-client.ts'
import type { FormatInstant, Output } from './output.ts'

/** What each command needs. */
export interface CommandContext extends Output {
  config: Config
  call: OfficeClient
  formatInstant: FormatInstant
  /** The exit code of a command that has done its work. */
  setExitCode: (code: number) => void
}

/** Adds the commands of one noun to the program. */
export type AddCommands = (program: Command, context: CommandContext) => void
