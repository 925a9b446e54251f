import type { ProgrammeDraft } from '@marquee/contract/office/programme/drafts'
import { expect, test } from 'vitest'
import { readProgrammeVersion } from '#src/catalogue/programme.service.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeDatabases } from '#test/support/test-context.ts'

describeDatabases('a draft of the programme', (context) => {
  const office = setupTestOffice(context)
  const PATH = '/api/office/programme/draft'
  const CHANGES = [{ type: 'remove', showtimeId: 'one' }]
  type Client = Awaited<ReturnType<ReturnType<typeof office>['pair']>>['client']
  // Other tests change the programme of the same database.
  const put = async (client: Client, revision: number, changes: object[] = CHANGES) =>
    client.put(PATH, { changes, programmeVersion: await currentVersion(), revision })
  const currentVersion = () => readProgrammeVersion(context().ctx.db)
  const saved = async (...given: Parameters<typeof put>) =>
    ((await put(...given)).json() as { draft: ProgrammeDraft }).draft
  const get = async (client: Client, query = '') =>
    (await client.get(`${PATH}${query}`)).json() as { draft: ProgrammeDraft | null }

  test('is kept for each device, and shown to colleagues by its id [S-859]', async () => {
    const { client, deviceId } = await office().pair('manager', 'Box office')
    const colleague = await office().pair('manager', 'Laptop')
    expect(await get(client)).toEqual({ draft: null })

    const draft = await saved(client, 0)

    expect(draft).toMatchObject({
      changes: CHANGES,
      revision: 1,
      programmeVersion: await currentVersion(),
      device: { _id: deviceId, name: 'Box office' },
    })
    expect(await get(client)).toEqual({ draft })
    expect(await get(colleague.client)).toEqual({ draft: null })
    expect(await get(colleague.client, `?id=${draft._id}`)).toEqual({ draft })
    expect((await colleague.client.get(`${PATH}?id=none`)).statusCode).toBe(404)
  })

  test('is not overwritten by another window, and keeps its id [S-859]', async () => {
    const { client } = await office().pair('manager')
    const draft = await saved(client, 0)
    const second = await saved(client, 1, [])

    expect(second).toMatchObject({ _id: draft._id, revision: 2, changes: [] })
    for (const revision of [0, 1, 3])
      expect((await put(client, revision)).statusCode, String(revision)).toBe(409)
    expect(await get(client)).toEqual({ draft: second })
  })
})
