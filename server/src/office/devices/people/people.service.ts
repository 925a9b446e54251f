import type { Scope } from '@marquee/contract/office/office-endpoint'
import type { Person } from '@marquee/contract/office/people'
import { formatInstant } from '@marquee/contract/time'
import { type AuditRecord, recordAction } from '#src/audit/audit.service.ts'
import type { Context } from '#src/context.ts'
import { newId } from '#src/database/rows/new-id.ts'
import type { Db, PersonRow } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { AppError, closed, forbidden, invalid, notFound } from '#src/errors.ts'
import type { CurrentDevice } from '../devices.service.ts'
import * as statements from './people.sql.ts'

const FIRST_IS_MANAGER =
  'The first person must be a manager: from then on, devices of managers ask for a PIN.'
const LAST_MANAGER = 'This is the last person who is a manager. Please add another one first.'
const WRONG_PIN = 'That PIN is not right.'
const TOO_MANY_PINS = 'Too many wrong PINs. Please wait some minutes and try again.'

/** The people who can enter a PIN, by name. */
export async function listPeople({ reader }: Context) {
  const { rows } = await statements.selectPeople(reader)
  return rows.map(personView)
}

/** Those who may do anything at a device of this scope. */
export async function listPeopleOf(ctx: Context, { scope }: Pick<CurrentDevice, 'scope'>) {
  const people = await listPeople(ctx)
  return people
    .filter(({ scopes }) => scopes.some((own) => areCompatible(own, scope)))
    .map(({ _id, name }) => ({ _id, name }))
}

const areCompatible = (person: Scope, device: Scope) =>
  person === device || person === 'manager' || device === 'manager'

interface PersonFields {
  name: string
  scopes: Scope[]
  pin: string
}

/** Throws INVALID for a first person who is no manager. */
export async function addPerson(
  ctx: Context,
  { name, scopes, pin }: PersonFields,
  deviceId: string,
) {
  const pinHash = await ctx.passwords.hash(pin, deviceId)
  return changePeople(ctx, async (tx, people) => {
    if (people.length === 0 && !scopes.includes('manager')) throw invalid(FIRST_IS_MANAGER)
    const person = { id: newId(), name, scopes: JSON.stringify(scopes), pin_hash: pinHash }
    const { rows } = await statements.insertPerson(tx, person)
    await record(tx, { deviceId, action: 'person.add', subject: person.id, after: { scopes } })
    return personView(rows[0] as PersonRow)
  })
}

interface PersonChange {
  personId: string
  /** The device that changes it. */
  deviceId: string
}

/** Throws NOT_FOUND, and CLOSED if no manager would be left. */
export async function changePerson(
  ctx: Context,
  { personId, deviceId }: PersonChange,
  { name, scopes, pin }: { [Field in keyof PersonFields]?: PersonFields[Field] | undefined },
) {
  const pinHash = pin === undefined ? undefined : await ctx.passwords.hash(pin, deviceId)
  return changePeople(ctx, async (tx, people) => {
    const before = people.find(({ id }) => id === personId)
    if (!before) throw personNotFound()
    if (scopes && !scopes.includes('manager')) assertManagerLeft(people, personId)
    const { rows } = await statements.updatePerson(tx, {
      id: personId,
      name: name ?? before.name,
      scopes: scopes ? JSON.stringify(scopes) : before.scopes,
      pin_hash: pinHash ?? before.pin_hash,
    })
    await record(tx, {
      deviceId,
      action: 'person.change',
      subject: personId,
      before: { scopes: scopesOf(before) },
      after: { scopes: scopes ?? scopesOf(before), ...(pin !== undefined && { hasNewPin: true }) },
    })
    return personView(rows[0] as PersonRow)
  })
}

/** The PIN no longer works, and the devices where the person works lock. Throws NOT_FOUND, and CLOSED as `changePerson`. */
export const retirePerson = (ctx: Context, { personId, deviceId }: PersonChange) =>
  changePeople(ctx, async (tx, people) => {
    if (!people.some(({ id }) => id === personId)) throw personNotFound()
    assertManagerLeft(people, personId)
    await statements.retirePerson(tx, personId)
    await record(tx, { deviceId, action: 'person.retire', subject: personId })
  })

/** As `retirePerson`, and deletes the name. */
export const deletePerson = (ctx: Context, { personId, deviceId }: PersonChange) =>
  changePeople(ctx, async (tx, people) => {
    const [row] = (await statements.findPerson(tx, personId)).rows
    if (!row) throw personNotFound()
    if (row.retired_at === null) assertManagerLeft(people, personId)
    await statements.retirePerson(tx, personId)
    await statements.deletePerson(tx, personId)
    await record(tx, { deviceId, action: 'person.delete', subject: personId })
  })

/** Runs `change` with all people locked. */
const changePeople = <T>(ctx: Context, change: (tx: Db, people: PersonRow[]) => Promise<T>) =>
  inTransaction(ctx.db, { durable: true }, async (tx) =>
    change(tx, (await statements.lockPeople(tx)).rows),
  )

/** While there are people, one of them is a manager: devices of managers need one. */
function assertManagerLeft(people: readonly PersonRow[], personId: string) {
  const others = people.filter(({ id }) => id !== personId)
  const isLeft = others.some((person) => scopesOf(person).includes('manager'))
  if (others.length > 0 && !isLeft) throw closed(LAST_MANAGER)
}

/**
 * A person begins to work at a device. Throws FORBIDDEN for a wrong PIN or an unknown person, INVALID without a device, and RATE after several
 * wrong PINs at the device.
 */
export async function unlockDevice(
  ctx: Context,
  { id: deviceId, scope, row }: CurrentDevice,
  { personId, pin }: { personId: string; pin: string },
) {
  if (!row) throw invalid('The command line has no people.')
  const { rows: counted } = await inTransaction(ctx.db, { durable: true }, (tx) =>
    statements.countAttempt(tx, deviceId),
  )
  if (counted.length === 0) throw new AppError(429, 'RATE', TOO_MANY_PINS)
  const [person] = (await statements.findPerson(ctx.reader, personId)).rows
  if (!(await ctx.passwords.verify(pin, person?.pin_hash, deviceId))) throw forbidden(WRONG_PIN)
  return inTransaction(ctx.db, { durable: true }, async (tx) => {
    // The person may have been retired, or have got another PIN, in the meantime.
    const [current] = (await statements.lockPeople(tx)).rows.filter(({ id }) => id === personId)
    if (!current || current.pin_hash !== person?.pin_hash) throw forbidden(WRONG_PIN)
    const scopes = scopesOf(current)
    if (!scopes.some((own) => areCompatible(own, scope)))
      throw forbidden(`${current.name} does not work at this device.`)
    await statements.setPersonAtDevice(tx, deviceId, personId)
    await recordAction(tx, {
      deviceId,
      action: 'device.unlock',
      subjectType: 'device',
      subject: deviceId,
    })
    return { _id: personId, name: current.name, scopes }
  })
}

/** No person works at the device any more. */
export const lockDevice = (ctx: Context, deviceId: string) =>
  inTransaction(ctx.db, { durable: true }, (tx) => statements.clearPersonAtDevice(tx, deviceId))

const record = (tx: Db, entry: Omit<AuditRecord, 'subjectType'>) =>
  recordAction(tx, { ...entry, subjectType: 'person' })

const scopesOf = ({ scopes }: PersonRow) => JSON.parse(scopes) as Scope[]

const personView = (row: PersonRow): Person => ({
  _id: row.id,
  name: row.name,
  scopes: scopesOf(row),
  createdAt: formatInstant(row.created_at),
})

const personNotFound = () => notFound('We could not find that person.')
