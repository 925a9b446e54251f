import { beforeAll, expect, test } from 'vitest'
import { deleteOldData } from '#src/housekeeping/housekeeping.service.ts'
import type { App } from '#src/http/route.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'

const MINUTE = 60_000
const PASSWORD = 'a train, stolen'
const PHONE = '+91 98765 43210'
const WRONG = {
  statusCode: 400,
  message: 'This code is wrong or has expired. Check it, or ask for a new one.',
}

describeDatabases(
  'phone verification',
  (context) => {
    let app: App
    let people = 0
    beforeAll(async () => {
      app = (await createTestApp(context().ctx)).app
    })

    async function register({
      isConfirmed = true,
      phone = PHONE,
    }: {
      isConfirmed?: boolean
      phone?: string | null
    } = {}) {
      people += 1
      const email = `visitor-${people}@example.com`
      const browser = createBrowser(app)
      await browser.post('/api/auth/signup', { username: 'Asha', email, password: PASSWORD })
      const { user } = (
        await browser.post('/api/auth/signin', { email, password: PASSWORD })
      ).json()
      const update = (changes: object) => browser.post(`/api/user/update/${user._id}`, changes)
      await update({ phone })
      if (isConfirmed) {
        const { db, now } = context().ctx
        await db
          .updateTable('users')
          .set({ email_confirmed_at: now() })
          .where('email', '=', email)
          .execute()
      }
      return {
        userId: user._id as string,
        email,
        update,
        remove: () => browser.call('DELETE', `/api/user/delete/${user._id}`),
        request: () => browser.post('/api/user/phone-code'),
        verify: (code: string) => browser.post('/api/user/verify-phone', { code }),
        readUser: async () => (await browser.get('/api/auth/session')).json().user,
      }
    }
    type Person = Awaited<ReturnType<typeof register>>

    async function receiveCode({ email, request }: Person) {
      expect((await request()).statusCode).toBe(200)
      const mail = (await context().sentMails()).findLast(({ to }) => to === email)
      return mail?.text.match(/\b\d{6}\b/)?.[0] ?? ''
    }
    const wrongCodes = (code: string) =>
      ['111111', '222222', '333333', '444444', '555555', '666666'].filter((other) => other !== code)

    test('marks the phone as verified once, with the code of the mail [R-3.10]', async () => {
      const person = await register()
      const code = await receiveCode(person)
      expect(await person.readUser()).toMatchObject({ phoneVerified: false })

      expect((await person.verify(code)).json()).toMatchObject({
        phone: PHONE,
        phoneVerified: true,
      })

      expect(await person.readUser()).toMatchObject({ phoneVerified: true })
      expect((await person.verify(code)).json()).toMatchObject(WRONG)
    })

    test('stores no code, and refuses a code after five wrong ones [S-190]', async () => {
      const person = await register()
      const code = await receiveCode(person)
      const stored = await context().ctx.db.selectFrom('phone_codes').selectAll().execute()
      expect(JSON.stringify(stored)).not.toContain(code)

      for (const wrong of wrongCodes(code).slice(0, 5)) {
        expect((await person.verify(wrong)).json()).toMatchObject(WRONG)
      }

      expect((await person.verify(code)).json()).toMatchObject(WRONG)
      expect(await person.readUser()).toMatchObject({ phoneVerified: false })
    })

    test('accepts a code after four wrong ones [S-190]', async () => {
      const person = await register()
      const code = await receiveCode(person)
      for (const wrong of wrongCodes(code).slice(0, 4)) await person.verify(wrong)

      expect((await person.verify(code)).statusCode).toBe(200)
    })

    test('counts concurrent attempts [S-190]', async () => {
      const person = await register()
      const code = await receiveCode(person)

      await Promise.all(wrongCodes(code).slice(0, 5).map(person.verify))

      expect((await person.verify(code)).json()).toMatchObject(WRONG)
    })

    test('refuses a code after ten minutes, an earlier code, and one of another user [S-190][S-191]', async () => {
      const [person, other] = [await register(), await register()]
      const earlier = await receiveCode(person)
      const code = await receiveCode(person)
      const foreign = await receiveCode(other)
      for (const wrong of new Set([earlier, foreign])) {
        if (wrong !== code) expect((await person.verify(wrong)).json()).toMatchObject(WRONG)
      }

      await context().clock.advance(10 * MINUTE)
      expect((await person.verify(code)).json()).toMatchObject(WRONG)
    })

    test('ends with a change of the phone, before and after the code is entered [S-191]', async () => {
      const person = await register()
      const code = await receiveCode(person)
      await person.update({ phone: '9123456780' })
      expect((await person.verify(code)).json()).toMatchObject(WRONG)

      await person.verify(await receiveCode(person))
      expect(await person.readUser()).toMatchObject({ phoneVerified: true })
      await person.update({ phone: PHONE })
      expect(await person.readUser()).toMatchObject({ phone: PHONE, phoneVerified: false })
    })

    test('sends no code without a phone, without a confirmed email, or more than five an hour [S-190][S-191]', async () => {
      const [unconfirmed, without, person] = [
        await register({ isConfirmed: false }),
        await register({ phone: null }),
        await register(),
      ]
      expect((await unconfirmed.request()).json()).toMatchObject({
        statusCode: 403,
        message: 'Please confirm your email first.',
      })
      expect((await without.request()).json()).toMatchObject({
        statusCode: 400,
        message: 'Please save your phone number first.',
      })

      const statuses: number[] = []
      for (let sent = 0; sent < 6; sent += 1) statuses.push((await person.request()).statusCode)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    })

    test('deletes the code with the account, and expired codes [R-4.12]', async () => {
      const { ctx, clock } = context()
      const [leaving, other] = [await register(), await register()]
      await receiveCode(leaving)
      await receiveCode(other)
      const users = async () =>
        (await ctx.db.selectFrom('phone_codes').select('user_id').execute()).map(
          ({ user_id }) => user_id,
        )
      expect(await users()).toEqual(expect.arrayContaining([leaving.userId, other.userId]))

      expect((await leaving.remove()).statusCode).toBe(200)
      expect(await users()).not.toContain(leaving.userId)
      await clock.advance(11 * MINUTE)
      await deleteOldData(ctx)
      expect(await users()).toEqual([])
    })
  },
  { RATE_LIMITS: 'off' },
)
