import { GOOGLE_MESSAGES, GOOGLE_SIGN_IN_NEEDED } from '@marquee/contract/accounts/google'
import { expect, test } from 'vitest'
import { errorBody, setupGoogleSignIn } from '#test/support/google-sign-in.ts'
import { describeContext } from '#test/support/test-context.ts'

describeContext(
  'Google sign-in',
  (context) => {
    const google = setupGoogleSignIn(context)

    test('a Google sign-in with the email of a password account links it after its password was given [S-24]', async () => {
      const claims = { ...google.newClaims(), picture: 'https://pictures.example/asha.jpg' }
      const { email } = claims
      await google.signUpWithConfirmedEmail(email)
      const before = await google.readAccounts()
      const browser = google.newBrowser()

      expect((await google.postClaims(browser, claims)).json()).toEqual(
        errorBody(409, 'LINK_REQUIRED', GOOGLE_MESSAGES.link),
      )
      expect(await google.readUser(browser)).toBeNull()
      expect((await browser.get('/api/auth/google/link')).json()).toEqual({ email })
      const wrong = await google.signIn(browser, email, { password: 'not it', linkGoogle: true })
      expect(wrong.statusCode).toBe(401)
      expect(await google.readAccounts()).toEqual(before)

      expect((await google.signIn(browser, email, { linkGoogle: true })).json()).toMatchObject({
        googleLinked: true,
        user: { email, profilePicture: claims.picture, hasPassword: true },
      })
      const another = google.newBrowser()
      await google.signInWithGoogle(another, claims)
      expect(await google.readUser(another)).toEqual(await google.readUser(browser))
    })

    test('that waits for a password redirects with the result, and a sign-out cancels it', async () => {
      const claims = google.newClaims()
      await google.signUpWithConfirmedEmail(claims.email)
      const browser = google.newBrowser()
      const response = await google.signInWithGoogle(browser, claims)
      expect(response.headers.location).toBe('/sign-in?google=link&from=%2Ffaq')

      await browser.post('/api/auth/signout')

      expect((await browser.get('/api/auth/google/link')).json()).toEqual({ email: null })
    })

    test('a Google sign-in links nothing without linkGoogle, for another account, or in another browser [S-24]', async () => {
      const [claims, other] = [google.newClaims(), google.newClaims()]
      await google.signUpWithConfirmedEmail(claims.email)
      await google.signUpWithConfirmedEmail(other.email)
      const browser = google.newBrowser()
      await google.signInWithGoogle(browser, claims)
      const { identities } = await google.readAccounts()
      const link = { linkGoogle: true }

      const withoutLink = await google.signIn(browser, claims.email)
      const otherAccount = await google.signIn(browser, other.email, link)
      const otherBrowser = await google.signIn(google.newBrowser(), claims.email, link)

      expect(withoutLink.json()).not.toHaveProperty('googleLinked')
      expect(otherAccount.json()).toMatchObject({ googleLinked: false })
      expect(otherBrowser.json()).toMatchObject({ googleLinked: false })
      expect((await google.readAccounts()).identities).toEqual(identities)
    })

    test('a Google sign-in takes the email of an account that never confirmed it, which loses its sessions [S-161]', async () => {
      const claims = google.newClaims()
      const { email } = claims
      await google.signUp(email)
      const squatter = google.newBrowser()
      await google.signIn(squatter, email)
      const { _id } = await google.readUser(squatter)
      const owner = google.newBrowser()

      await google.signInWithGoogle(owner, claims)

      expect(await google.readUser(owner)).toMatchObject({ email, emailConfirmed: true })
      expect((await google.readUser(owner))._id).not.toBe(_id)
      expect(await google.readUser(squatter)).toBeNull()
      expect((await google.signIn(squatter, email)).statusCode).toBe(401)
      const { users } = await google.readAccounts()
      expect(users.find(({ id }) => id === _id)?.email).toMatch(/@released\.invalid$/)
    })

    test('a Google sign-in of another subject with the email of a Google account is refused [S-25]', async () => {
      const claims = google.newClaims()
      await google.signInWithGoogle(google.newBrowser(), claims)
      const before = await google.readAccounts()
      const browser = google.newBrowser()
      const answer = await google.postClaims(browser, { ...claims, sub: 'another subject' })

      expect(answer.json()).toEqual(errorBody(409, 'EMAIL_TAKEN', GOOGLE_MESSAGES.taken))
      expect(await google.readAccounts()).toEqual(before)
    })

    test('an account without a password changes its email and sets a password only within five minutes of a Google sign-in [S-165]', async () => {
      const claims = google.newClaims()
      const browser = google.newBrowser()
      await google.signInWithGoogle(browser, claims)
      const { _id } = await google.readUser(browser)
      const update = (changes: object) => browser.post(`/api/user/update/${_id}`, changes)
      await context().clock.advance(5 * 60 * 1000)

      for (const change of [
        { password: 'a password of a thief' },
        { email: 'thief@example.com' },
      ]) {
        expect((await update(change)).json()).toEqual(
          errorBody(403, 'FORBIDDEN', GOOGLE_SIGN_IN_NEEDED),
        )
      }
      expect((await update({ username: 'Asha K' })).statusCode).toBe(200)
      await google.signInWithGoogle(browser, claims)

      expect((await update({ password: 'a password of my own' })).statusCode).toBe(200)
    })

    test('creates an account without a password, which its user can set', async () => {
      const claims = google.newClaims()
      const browser = google.newBrowser()
      await google.signInWithGoogle(browser, claims)
      const { _id } = await google.readUser(browser)
      const withoutPassword = await google.signIn(google.newBrowser(), claims.email)
      const unknown = await google.signIn(google.newBrowser(), 'nobody@example.com')
      expect(withoutPassword.statusCode).toBe(401)
      expect(withoutPassword.json().message).toBe(unknown.json().message)

      const password = 'a password chosen later'
      const changed = await browser.post(`/api/user/update/${_id}`, { password })

      expect(changed.json()).toMatchObject({ hasPassword: true })
      const signIn = await google.signIn(google.newBrowser(), claims.email, { password })
      expect(signIn.statusCode).toBe(200)
      const another = google.newBrowser()
      await google.signInWithGoogle(another, claims)
      expect((await google.readUser(another))._id).toBe(_id)
    })
  },
  { RATE_LIMITS: 'off' },
)
