import { sellPlaces } from '@marquee/contract/office/sales'
import { accessText } from '@marquee/contract/office/shows/place-names'
import {
  blockPlaces,
  getShow,
  type StaffPlace,
  unblockPlaces,
} from '@marquee/contract/office/shows/shows'
import { type Command, Option } from 'commander'
import { USAGE } from '#src/startup/exit-codes.ts'
import { moneyText, passesText } from '../booking-texts.ts'
import type { AddCommands } from '../command-context.ts'
import { findByLabel, findByLabels } from '../find-by-name.ts'
import { parseInstant } from '../instant-option.ts'
import { CommandError, type OfficeClient } from '../office-client.ts'

/** Adds `block`, `unblock` and `sell`. */
export const addPlaceCommands: AddCommands = (program, { call, print }) => {
  const ofPlaces = (name: string, description: string) =>
    program
      .command(`${name} <show> [seats...]`)
      .description(description)
      .option('--slots <slots...>', 'parking slots, such as F3')

  ofPlaces('block', 'take seats and parking slots off sale')
    .requiredOption('--reason <reason>', 'why, for the audit')
    .option('--until <time>', 'when they are unblocked by themselves', parseInstant)
    .addHelpText(
      'after',
      `
Examples:
  marquee office block SHOW H7 H8 --reason "broken arm rest"
  marquee office block SHOW --slots F3 F4 --reason "deliveries"`,
    )
    .action(async (showtimeId: string, seats: string[], options: BlockOptions) => {
      const { slots, reason, until } = options
      const placeIds = idsOf(await findPlaces(call, showtimeId, { seats, slots }))
      const body = { placeIds, reason, giveBackAt: until ?? null }
      const answer = await call(blockPlaces, { params: { showtimeId }, body })
      print(answer, ({ blocked }) => `${blocked} blocked`)
    })

  ofPlaces('unblock', 'offer blocked seats and parking slots again')
    .option('--reason <reason>', 'why, for the audit')
    .action(async (showtimeId: string, seats: string[], options: Partial<BlockOptions>) => {
      const { slots, reason } = options
      const placeIds = idsOf(await findPlaces(call, showtimeId, { seats, slots }))
      const body = { placeIds, ...(reason !== undefined && { reason }) }
      const answer = await call(unblockPlaces, { params: { showtimeId }, body })
      print(answer, ({ unblocked }) => `${unblocked} unblocked`)
    })

  addSell(ofPlaces('sell', 'sell seats and parking slots at the counter')).action(
    async (showtimeId: string, seats: string[], options: SellOptions) => {
      const { vehicle = [], slots, key, accessible, ...sale } = options
      const places = await findPlaces(call, showtimeId, { seats, slots })
      const access = accessText(places)
      if (access !== '' && !accessible)
        throw new CommandError(USAGE, `${access}. Add --accessible to sell as chosen.`)
      const vehicles = vehicle.map((text) => vehicleOf(text, places))
      const totalCost = places.reduce((sum, { price }) => sum + price, 0)
      const answer = await call(sellPlaces, {
        params: { showtimeId },
        headers: key === undefined ? {} : { 'idempotency-key': key },
        body: { placeIds: idsOf(places), totalCost, vehicles, ...sale },
      })
      print(answer, ({ booking, passes }) =>
        [`${booking.reference}  ${moneyText(booking)}`, passesText(passes)].join('\n'),
      )
    },
  )
}

interface BlockOptions {
  slots?: string[]
  reason: string
  until?: string
}

interface SellOptions {
  slots?: string[]
  payment: 'cash' | 'card' | 'complimentary'
  reason?: string
  name?: string
  email?: string
  phone?: string
  vehicle?: string[]
  accessible?: true
  key?: string
}

const addSell = (command: Command) =>
  command
    .addOption(
      new Option('--payment <kind>', 'how it is paid')
        .choices(['cash', 'card', 'complimentary'])
        .makeOptionMandatory(),
    )
    .option('--reason <reason>', 'why, for complimentary tickets')
    .option('--name <name>', 'the name of the buyer')
    .option('--email <email>', 'where to send the tickets')
    .option('--phone <phone>', 'the phone number of the buyer')
    .option('--vehicle <slot=plate...>', 'the vehicles for parking slots, such as F3=TN01AB1234')
    .option('--accessible', 'sell accessible places too')
    .option('--key <key>', '8 to 128 characters: the same key sells once')
    .addHelpText(
      'after',
      `
Examples:
  marquee office sell SHOW H7 H8 --payment cash
  marquee office sell SHOW H7 --slots F3 --vehicle F3=TN01AB1234 --payment cash`,
    )

interface PlaceLabels {
  seats: string[]
  slots: string[] | undefined
}

/** Labels of seats and slots can be the same. Throws a `CommandError` for an unknown label, and if there is none. */
async function findPlaces(
  call: OfficeClient,
  showtimeId: string,
  { seats, slots = [] }: PlaceLabels,
) {
  if (seats.length + slots.length === 0)
    throw new CommandError(USAGE, 'Please name seats, or parking slots with --slots.')
  const { places } = await call(getShow, { params: { showtimeId } })
  return [
    ...findByLabels(onlySeats(places), seats, 'seat'),
    ...findByLabels(slotsOf(places), slots, 'parking slot'),
  ]
}

const onlySeats = (places: StaffPlace[]) => places.filter(({ kind }) => kind === 'seat')
const slotsOf = (places: StaffPlace[]) => places.filter(({ kind }) => kind !== 'seat')

function vehicleOf(text: string, places: StaffPlace[]) {
  const [label = '', vehicleNumber = ''] = text.split('=')
  return { placeId: findByLabel(slotsOf(places), label, 'parking slot')._id, vehicleNumber }
}

const idsOf = (places: StaffPlace[]) => places.map(({ _id }) => _id)
