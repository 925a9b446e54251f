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
const visitor = () => useSession.getState().currentUser
const sessionAnswers = (answer: () => MockResponse) =>
  mockApi.use(http.get('*/api/auth/session', answer))

test('the browser remembers under root, version 1, only what pages show [R-3.13][R-9.17]', () => {
  session.signedInAs(asha)

  const { _id, username, email, profilePicture } = asha
  expect(stored()).toEqual({
    state: { currentUser: { _id, username, email, profilePicture } },
    version: 1,
  })
})

test('what the browser remembers is there at once, without waiting for anybody [R-9.18]', () => {
  session.signedInAs(asha)
  const remembered = localStorage.getItem('root') ?? ''
  session.signedOut()
  localStorage.setItem('root', remembered)

  void useSession.persist.rehydrate()

  expect(visitor()?.username).toBe(asha.username)
})

test('an attempt sets loading, and its failure leaves the message [R-3.12][R-4.13]', () => {
  session.started()
  expect(useSession.getState()).toMatchObject({ loading: true, error: false })

  session.failed('No.')
  expect(useSession.getState()).toMatchObject({ loading: false, error: 'No.' })
})

test('a success clears what an earlier attempt left [R-3.12][R-4.13]', () => {
  session.failed('No.')
  session.started()
  session.signedInAs(asha)

  expect(useSession.getState()).toMatchObject({ loading: false, error: false })
})

test('on start a person whose cookie is gone is signed out', async () => {
  session.signedInAs(asha)
  sessionAnswers(() => HttpResponse.json({ user: null }))

  await restoreSession()

  expect(visitor()).toBeNull()
})

test('on start a person whose cookie stands is shown as the server knows them', async () => {
  session.signedInAs(asha)
  sessionAnswers(() => HttpResponse.json({ user: { ...asha, username: 'Asha R' } }))

  await restoreSession()

  expect(visitor()?.username).toBe('Asha R')
})

test.each([
  ['no network', () => HttpResponse.error()],
  ['a server in trouble', () => HttpResponse.json({}, { status: 503 })],
])('%s signs nobody out', async (_, answer) => {
  session.signedInAs(asha)
  sessionAnswers(answer)

  await restoreSession()

  expect(visitor()?._id).toBe(asha._id)
})

test('who signs in while the server is still being asked stays signed in', async () => {
  sessionAnswers(() => {
    session.signedInAs(asha)
    return HttpResponse.json({ user: null })
  })

  await restoreSession()

  expect(visitor()?._id).toBe(asha._id)
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
  ['clears everything', null],
])('when another tab %s, this one is signed out', (_, root) => {
  const leave = syncSessionAcrossTabs()
  session.signedInAs(asha)

  otherTabWrites(root)

  expect(visitor()).toBeNull()
  leave()
})

test('when another tab signs in, this one is signed in', () => {
  session.signedInAs(asha)
  const root = localStorage.getItem('root')
  session.signedOut()
  const leave = syncSessionAcrossTabs()

  otherTabWrites(root)

  expect(visitor()?._id).toBe(asha._id)
  leave()
})

test('a remembered person that does not fit counts as signed out', async () => {
  session.signedInAs(asha)
  localStorage.setItem('root', JSON.stringify({ state: { currentUser: { _id: 7 } }, version: 1 }))

  await useSession.persist.rehydrate()

  expect(visitor()).toBeNull()
})
