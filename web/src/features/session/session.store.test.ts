import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import {
  restoreSession,
  session,
  syncSessionAcrossTabs,
  useSession,
} from '#features/session/session.store.ts'
import { asha } from '#test/fixtures.ts'
import { type MockResponse, startMockApi } from '#test/mock-api.ts'

const mockApi = startMockApi()
beforeEach(() => session.signedOut())

const stored = () => JSON.parse(localStorage.getItem('root') ?? 'null')
const currentUser = () => useSession.getState().currentUser
const sessionAnswers = (answer: () => MockResponse) =>
  mockApi.use(http.get('*/api/auth/session', answer))

test('session stores only the shown account fields under root, version 1 [R-3.13][R-9.17]', () => {
  session.signedInAs(asha)

  const { _id, username, email, profilePicture } = asha
  expect(stored()).toEqual({
    state: { currentUser: { _id, username, email, profilePicture } },
    version: 1,
  })
})

test('session restores the stored user synchronously [R-9.18]', () => {
  session.signedInAs(asha)
  const root = localStorage.getItem('root') ?? ''
  session.signedOut()
  localStorage.setItem('root', root)

  void useSession.persist.rehydrate()

  expect(currentUser()?.username).toBe(asha.username)
})

test('session sets loading on start and the message on failure [R-3.12][R-4.13]', () => {
  session.started()
  expect(useSession.getState()).toMatchObject({ loading: true, error: false })

  session.failed('No.')
  expect(useSession.getState()).toMatchObject({ loading: false, error: 'No.' })
})

test('session clears loading and error on success [R-3.12][R-4.13]', () => {
  session.failed('No.')
  session.started()
  session.signedInAs(asha)

  expect(useSession.getState()).toMatchObject({ loading: false, error: false })
})

test('restoreSession signs out when the cookie is no longer valid', async () => {
  session.signedInAs(asha)
  sessionAnswers(() => HttpResponse.json({ user: null }))

  await restoreSession()

  expect(currentUser()).toBeNull()
})

test('restoreSession updates the user from the server', async () => {
  session.signedInAs(asha)
  sessionAnswers(() => HttpResponse.json({ user: { ...asha, username: 'Asha R' } }))

  await restoreSession()

  expect(currentUser()?.username).toBe('Asha R')
})

test.each([
  ['a network error', () => HttpResponse.error()],
  ['a server error', () => HttpResponse.json({}, { status: 503 })],
])('restoreSession keeps the user after %s', async (_, answer) => {
  session.signedInAs(asha)
  sessionAnswers(answer)

  await restoreSession()

  expect(currentUser()?._id).toBe(asha._id)
})

test('restoreSession ignores an answer that is older than a sign-in', async () => {
  sessionAnswers(() => {
    session.signedInAs(asha)
    return HttpResponse.json({ user: null })
  })

  await restoreSession()

  expect(currentUser()?._id).toBe(asha._id)
})

const otherTabWrites = (root: string | null) => {
  const storageArea = localStorage
  if (root === null) storageArea.removeItem('root')
  else storageArea.setItem('root', root)
  window.dispatchEvent(new StorageEvent('storage', { key: 'root', newValue: root, storageArea }))
}
const signedOutElsewhere = JSON.stringify({ state: { currentUser: null }, version: 1 })

test.each([
  ['signs out', signedOutElsewhere],
  ['clears its storage', null],
])('syncSessionAcrossTabs signs out when another tab %s', (_, root) => {
  const stop = syncSessionAcrossTabs()
  session.signedInAs(asha)

  otherTabWrites(root)

  expect(currentUser()).toBeNull()
  stop()
})

test('syncSessionAcrossTabs signs in when another tab signs in', () => {
  session.signedInAs(asha)
  const root = localStorage.getItem('root')
  session.signedOut()
  const stop = syncSessionAcrossTabs()

  otherTabWrites(root)

  expect(currentUser()?._id).toBe(asha._id)
  stop()
})

test('session ignores a stored user that is not valid', async () => {
  session.signedInAs(asha)
  localStorage.setItem('root', JSON.stringify({ state: { currentUser: { _id: 7 } }, version: 1 }))

  await useSession.persist.rehydrate()

  expect(currentUser()).toBeNull()
})
