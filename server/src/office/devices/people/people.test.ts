import type { Scope } from '@marquee/contract/office/office-endpoint'
import type { Person } from '@marquee/contract/office/people'
import { afterEach, expect, test } from 'vitest'
import type { HttpClient } from '#test/support/http-client.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { addPerson } from './people.service.ts'

const MINUTE = 60_000
const PIN = '48151623'

describeDatabases('people', (context) => {
  const office = setupTestOffice(context)
  const db = () => context().ctx.db

  afterEach(() => db().deleteFrom('people').execute())

  const add = (name: string, scopes: Scope[], pin = PIN) =>
    addPerson(context().ctx, { name, scopes, pin }, 'command-line')
  const unlock = (client: HttpClient, { _id }: Pick<Person, '_id'>, pin = PIN) =>
    client.post('/api/office/unlock', { personId: _id, pin })
  const statusOf = async (client: HttpClient, path = 'bookings?q=MQ') =>
    (await client.get(`/api/office/${path}`)).statusCode
  const readDevice = async (client: HttpClient) => (await client.get('/api/office/device')).json()

  /** A cashier and the manager that every office with people has. */
  async function addStaff() {
    const manager = await add('Meera', ['manager'])
    return { manager, cashier: await add('Asha', ['counter']) }
  }

  test('a device of the counter is locked from the first person on, until one enters the PIN [S-1030]', async () => {
    const { client } = await office().pair('counter')
    expect(await statusOf(client)).toBe(200)
    const { cashier, manager } = await addStaff()

    const refused = await client.get('/api/office/bookings?q=MQ')

    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ code: 'LOCKED' })
    expect(await readDevice(client)).toMatchObject({
      isLocked: true,
      person: null,
      lockMinutes: 10,
      people: [
        { _id: cashier._id, name: 'Asha' },
        { _id: manager._id, name: 'Meera' },
      ],
    })
    expect((await unlock(client, cashier)).json()).toMatchObject({ name: 'Asha' })
    expect(await statusOf(client)).toBe(200)
    await client.post('/api/office/lock')
    expect(await statusOf(client)).toBe(403)
  })

  test.each(['door', 'valet'] as const)(
    'a device of the %s works without a person [S-1030]',
    async (scope) => {
      await addStaff()
      const { client } = await office().pair(scope)

      expect(await readDevice(client)).toMatchObject({ isLocked: false })
      expect(await statusOf(client, 'shows')).toBe(200)
    },
  )

  test('a person may do at a device what both may do [S-1031]', async () => {
    const { manager, cashier } = await addStaff()
    const desk = await office().pair('manager')
    const counter = await office().pair('counter')

    await unlock(desk.client, cashier)
    await unlock(counter.client, manager)

    expect(await statusOf(desk.client)).toBe(200)
    expect(await statusOf(desk.client, 'people')).toBe(403)
    expect(await statusOf(counter.client, 'people')).toBe(403)
    await unlock(desk.client, manager)
    expect(await statusOf(desk.client, 'people')).toBe(200)
  })

  test('a person of the door cannot unlock a device of the counter [S-1031]', async () => {
    await addStaff()
    const usher = await add('Ravi', ['door'])
    const { client } = await office().pair('counter')

    expect((await unlock(client, usher)).statusCode).toBe(403)
    expect(await readDevice(client)).toMatchObject({ isLocked: true })
  })

  test('five wrong PINs block the device for a minute, the next one for fifteen [S-1032]', async () => {
    const { cashier } = await addStaff()
    const { client } = await office().pair('counter')
    const guess = async (pin = '0000') => (await unlock(client, cashier, pin)).statusCode
    const guesses = async (count: number) => {
      const statuses = await Promise.all(Array.from({ length: count }, () => guess()))
      return statuses.filter((status) => status === 403).length
    }

    expect(await guesses(12)).toBe(5)
    expect(await guess(PIN)).toBe(429)
    await context().clock.advance(MINUTE + 1)
    expect(await guesses(4)).toBe(1)
    await context().clock.advance(14 * MINUTE)
    expect(await guess(PIN)).toBe(429)
    await context().clock.advance(2 * MINUTE)
    expect(await guess(PIN)).toBe(200)
    expect(await guesses(4)).toBe(4)
  })

  test('the audit and the ledger name the person who sold, and only the id after the deletion [S-1033]', async () => {
    const { cashier } = await addStaff()
    const { client, deviceId } = await office().pair('counter', 'Till 1')
    await unlock(client, cashier)
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const sale = { placeIds: seats.slice(0, 1), payment: 'cash', totalCost: 150 }
    const response = await client.post(`/api/office/shows/${showtimeId}/sell`, sale)
    const { booking } = response.json() as { booking: { _id: string; reference: string } }
    const desk = await office().pair('manager')
    const manager = (await desk.client.get('/api/office/device')).json() as { people: Person[] }
    await unlock(desk.client, manager.people.find(({ name }) => name === 'Meera') as Person)
    const readAudit = async () =>
      (await desk.client.get(`/api/office/audit?subject=${booking._id}`)).json()

    expect(await readAudit()).toMatchObject({
      entries: [{ device: { _id: deviceId }, person: { _id: cashier._id, name: 'Asha' } }],
    })
    const payments = await db()
      .selectFrom('payments')
      .select(['method', 'person_id'])
      .where('booking_id', '=', booking._id)
      .execute()
    expect(payments).toEqual([{ method: 'cash', person_id: cashier._id }])
    expect((await desk.client.delete(`/api/office/people/${cashier._id}`)).statusCode).toBe(200)
    expect(await readAudit()).toMatchObject({
      entries: [{ person: { _id: cashier._id, name: '' } }],
    })
    expect(await statusOf(client)).toBe(403)
  })

  test('the first person must be a manager, and the last manager stays while there are others [S-1034]', async () => {
    await expect(add('Asha', ['counter'])).rejects.toMatchObject({ code: 'INVALID' })
    const { manager, cashier } = await addStaff()
    const { client } = await office().pair('manager')
    await unlock(client, manager)
    const path = `/api/office/people/${manager._id}`

    const demoted = await client.patch(path, { scopes: ['counter'] })

    expect(demoted.json()).toMatchObject({ code: 'CLOSED' })
    expect((await client.post(`${path}/retire`)).statusCode).toBe(409)
    expect((await client.delete(path)).statusCode).toBe(409)
    await client.post(`/api/office/people/${cashier._id}/retire`)
    expect((await client.post(`${path}/retire`)).statusCode).toBe(200)
    expect(await readDevice(client)).toMatchObject({ isLocked: false, people: [] })
  })

  test('a device locks after ten minutes without a request, and its door forgets the person [S-1035]', async () => {
    const { cashier } = await addStaff()
    const usher = await add('Ravi', ['door'])
    const counter = await office().pair('counter')
    const door = await office().pair('door')
    await unlock(counter.client, cashier)
    await unlock(door.client, usher)
    await context().clock.advance(9 * MINUTE)
    expect(await statusOf(counter.client)).toBe(200)
    await context().clock.advance(9 * MINUTE)
    expect(await statusOf(counter.client)).toBe(200)

    await context().clock.advance(11 * MINUTE)

    expect(await statusOf(counter.client)).toBe(403)
    expect(await readDevice(door.client)).toMatchObject({ isLocked: false, person: null })
    const { person_id } = await db()
      .selectFrom('devices')
      .select('person_id')
      .where('id', '=', door.deviceId)
      .executeTakeFirstOrThrow()
    expect(person_id).toBeNull()
  })

  test('a new PIN replaces the old one, and the database has neither [S-1032]', async () => {
    const { manager, cashier } = await addStaff()
    const { client } = await office().pair('manager')
    await unlock(client, manager)
    await client.patch(`/api/office/people/${cashier._id}`, { pin: '7331' })

    expect((await unlock(client, cashier)).statusCode).toBe(403)
    expect((await unlock(client, cashier, '7331')).statusCode).toBe(200)
    const stored = await db().selectFrom('people').selectAll().execute()
    expect(JSON.stringify(stored)).not.toMatch(/7331|48151623/)
  })
})
