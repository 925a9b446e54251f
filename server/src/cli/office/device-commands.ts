import {
  createPairingCode,
  type Device,
  listDevices,
  renameDevice,
  revokeDevice,
} from '@marquee/contract/office/devices'
import { Scope } from '@marquee/contract/office/office-endpoint'
import { Option } from 'commander'
import type { AddCommands } from './command-context.ts'
import { EXAMPLE_INSTANT, parseInstant } from './instant-option.ts'
import { type FormatInstant, table } from './output.ts'

export const addDeviceCommands: AddCommands = (program, { call, print, formatInstant }) => {
  const device = program.command('device').description('pair, list, rename and revoke devices')

  device
    .command('list')
    .description('list the paired devices, the last seen first')
    .action(async () =>
      print(await call(listDevices, {}), (devices) =>
        table(
          ['id', 'name', 'scope', 'last seen', 'expires'],
          devices.map((found) => deviceRow(found, formatInstant)),
        ),
      ),
    )

  device
    .command('add <name>')
    .description('create a link that pairs one device, within 15 minutes')
    .addOption(
      new Option('--scope <scope>', 'what the device may do')
        .choices(Scope.options)
        .makeOptionMandatory(),
    )
    .option(
      '--expires <time>',
      `when the device loses its access, such as ${EXAMPLE_INSTANT}`,
      parseInstant,
    )
    .addHelpText('after', '\nExample:\n  marquee office device add "Front door" --scope door')
    .action(async (name: string, { scope, expires }: { scope: Scope; expires?: string }) => {
      const body = { name, scope, ...(expires !== undefined && { expiresAt: expires }) }
      print(await call(createPairingCode, { body }), ({ link }) => link)
    })

  device
    .command('rename <id> <name>')
    .description('give a device another name')
    .action(async (deviceId: string, name: string) =>
      print(
        await call(renameDevice, { params: { deviceId }, body: { name } }),
        (renamed) => `${renamed._id} is now ${renamed.name}`,
      ),
    )

  device
    .command('revoke <id>')
    .description('take the access of a device away')
    .action(async (deviceId: string) =>
      print(await call(revokeDevice, { params: { deviceId } }), ({ message }) => message),
    )
}

const deviceRow = (
  { _id, name, scope, lastSeenAt, expiresAt }: Device,
  formatInstant: FormatInstant,
) => [...[_id, name, scope, formatInstant(lastSeenAt), expiresAt && formatInstant(expiresAt)]]
