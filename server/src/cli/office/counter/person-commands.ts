import { randomInt } from 'node:crypto'
import { Scope } from '@marquee/contract/office/office-endpoint'
import {
  addPerson,
  changePerson,
  deletePerson,
  listPeople,
  retirePerson,
} from '@marquee/contract/office/people'
import { Option } from 'commander'
import type { AddCommands } from '../command-context.ts'
import { table } from '../output.ts'

const PIN_DIGITS = 6

const newPin = () => Array.from({ length: PIN_DIGITS }, () => randomInt(10)).join('')

interface PinOption {
  pin?: string
}

const pinOption = () =>
  new Option('--pin <digits>', '4 to 8 digits; without it, a random PIN is printed')

/** Adds `person`. */
export const addPersonCommands: AddCommands = (program, { call, print }) => {
  const person = program.command('person').description('people of staff and their PINs')

  person
    .command('list')
    .description('list the people who can enter a PIN')
    .action(async () =>
      print(await call(listPeople, {}), ({ people }) =>
        table(
          ['id', 'name', 'may do'],
          people.map(({ _id, name, scopes }) => [_id, name, scopes.join(', ')]),
        ),
      ),
    )

  person
    .command('add <name>')
    .description('add a person; the first one must be a manager')
    .addOption(
      new Option('--scope <scope...>', 'what the person may do')
        .choices(Scope.options)
        .makeOptionMandatory(),
    )
    .addOption(pinOption())
    .addHelpText('after', '\nExample:\n  marquee office person add "Asha Rao" --scope counter door')
    .action(async (name: string, { scope: scopes, pin }: { scope: Scope[] } & PinOption) => {
      const chosen = pin ?? newPin()
      const added = await call(addPerson, { body: { name, scopes, pin: chosen } })
      print({ ...added, pin: chosen }, () => `${added._id} is ${added.name}, PIN ${chosen}`)
    })

  person
    .command('pin <id>')
    .description('give a person another PIN')
    .addOption(pinOption())
    .action(async (personId: string, { pin }: PinOption) => {
      const chosen = pin ?? newPin()
      const changed = await call(changePerson, { params: { personId }, body: { pin: chosen } })
      print({ ...changed, pin: chosen }, () => `${changed.name} has the PIN ${chosen} now`)
    })

  person
    .command('retire <id>')
    .description('end the PIN of a person; the name stays in the audit and in reports')
    .option('--delete-name', 'delete the name too')
    .action(async (personId: string, { deleteName }: { deleteName?: boolean }) =>
      print(
        await call(deleteName ? deletePerson : retirePerson, { params: { personId } }),
        ({ message }) => message,
      ),
    )
}
