import { beforeEach, expect, test } from 'vitest'
import { setupTestOffice } from '#test/support/office.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { updateReplyTemplates } from './enquiries.sql.ts'
import { listReplyTemplates, putReplyTemplate } from './reply-templates.service.ts'

const PATH = '/api/office/reply-templates'

describeDatabases('reply templates', (context) => {
  const office = setupTestOffice(context)
  beforeEach(() => updateReplyTemplates(context().ctx.db, '[]'))
  const titles = async () =>
    (await listReplyTemplates({ reader: context().ctx.db })).map(({ title }) => title)

  test('are added, changed and removed by managers, and read by counters, by title [S-1064]', async () => {
    const [{ client }, counter] = [await office().pair('manager'), await office().pair('counter')]
    const parking = { title: 'Parking', text: 'Dear {name}, park below {cinema}.' }
    await client.put(`${PATH}/t1`, parking)
    await client.put(`${PATH}/t2`, { title: 'Lost and found', text: 'Call {phone}.' })
    const changed = await client.put(`${PATH}/t1`, { ...parking, title: ' Car park ' })

    expect(changed.json()).toEqual({ template: { _id: 't1', ...parking, title: 'Car park' } })
    expect((await counter.client.get(PATH)).json()).toEqual({
      templates: [
        { _id: 't1', ...parking, title: 'Car park' },
        { _id: 't2', title: 'Lost and found', text: 'Call {phone}.' },
      ],
    })
    for (const refused of [
      await counter.client.put(`${PATH}/t3`, parking),
      await counter.client.delete(`${PATH}/t1`),
    ])
      expect(refused.statusCode).toBe(403)
    expect((await client.delete(`${PATH}/t1`)).statusCode).toBe(200)
    expect((await client.delete(`${PATH}/t1`)).statusCode).toBe(404)
    expect(await titles()).toEqual(['Lost and found'])
  })

  test('refuse a placeholder that answers do not know [S-1064]', async () => {
    const { client } = await office().pair('manager')
    const response = await client.put(`${PATH}/t9`, { title: 'Wrong', text: 'Dear {surname}' })
    expect(response.json()).toMatchObject({
      statusCode: 400,
      message: 'Please use only {name}, {cinema}, {address}, {phone}.',
    })
  })

  test('are all kept when several managers add one at the same time, up to a hundred [S-1064]', async () => {
    const { ctx } = context()
    const put = (n: number) =>
      putReplyTemplate(createNodeContext(ctx), {
        deviceId: 'd',
        templateId: `many ${n}`,
        title: `Title ${n}`,
        text: 'Yes.',
      })
    await Promise.all(Array.from({ length: 10 }, (_, n) => put(n)))
    expect(await titles()).toHaveLength(10)

    for (let n = 10; n < 100; n += 1) await put(n)
    await expect(put(100)).rejects.toMatchObject({ code: 'LIMIT' })
    expect(await titles()).toHaveLength(100)
  })
})
