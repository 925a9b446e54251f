import { expect, test } from 'vitest'
import { createUser } from '#test/support/makers.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { describeContext } from '#test/support/test-context.ts'
import { signUnsubscribeToken } from './unsubscribe-tokens.ts'

describeContext('the unsubscribe link', (context) => {
  async function setup() {
    const { ctx } = context()
    const { app } = await createTestApp(ctx)
    const userId = await createUser(ctx)
    const path = `/unsubscribe/${signUnsubscribeToken(ctx, userId)}`
    const isOff = async () => {
      const user = await ctx.db
        .selectFrom('users')
        .select('reminders_off')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      return user.reminders_off === 1
    }
    return { app, path, isOff, userId }
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  test('opens a page with a button, and changes nothing by itself', async () => {
    const { app, path, isOff } = await setup()

    const page = await app.inject(path)

    expect([page.statusCode, page.body]).toEqual([
      200,
      expect.stringContaining(`<form method="post" action="${path}">`),
    ])
    expect(await isOff()).toBe(false)
    await app.close()
  })

  test('switches reminders off by the button without signing in, and on again', async () => {
    const { app, path, isOff } = await setup()
    const post = (url: string) => app.inject({ method: 'POST', url, headers: form, payload: '' })

    const off = await post(path)

    expect([off.statusCode, off.body]).toEqual([200, expect.stringContaining('Reminders are off')])
    expect(await isOff()).toBe(true)
    expect((await post(`${path}/undo`)).body).toContain('Reminders are on')
    expect(await isOff()).toBe(false)
    await app.close()
  })

  test('switches reminders off by the POST of a mail program', async () => {
    const { app, path, isOff } = await setup()
    const payload = 'List-Unsubscribe=One-Click'

    const response = await app.inject({ method: 'POST', url: path, headers: form, payload })

    expect(response.statusCode).toBe(200)
    expect(await isOff()).toBe(true)
    await app.close()
  })

  test('with a forged token changes nothing and is answered with 404 [S-227]', async () => {
    const { app, path, isOff, userId } = await setup()
    const other = await createUser(context().ctx)
    const mac = path.split('.')[1] ?? ''
    const forged = [
      `/unsubscribe/${userId}`,
      `${path}x`,
      `${path}.`,
      `/unsubscribe/${other}.${mac}`,
    ]

    for (const url of forged) {
      for (const method of ['GET', 'POST'] as const)
        expect(await app.inject({ method, url, headers: form })).toMatchObject({ statusCode: 404 })
    }
    expect(await app.inject({ method: 'HEAD', url: path })).not.toMatchObject({ statusCode: 500 })
    expect(await isOff()).toBe(false)
    await app.close()
  })
})
