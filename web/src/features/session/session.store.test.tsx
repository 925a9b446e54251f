import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { asha } from '#test/fixtures.ts'
import { type MockResponse, startMockApi } from '#test/mock-api.ts'
import { restoreSession, session, syncSessionAcrossTabs, useSession } from './session.store.ts'

const mockApi = startMockApi()

const store = (currentUser: unknown) =>
  localStorage.setItem('root', JSON.stringify({ state: { currentUser }, version: 1 }))
const currentUser = () => useSession.getState().currentUser

test('session stores only the shown account fields under root, version 1 [R-3.13][R-9.17]', () => {
  session.setUser(asha)

  const { _id, username, email, profilePicture } = asha
  expect(JSON.parse(localStorage.getItem('root') ?? 'null')).toEqual({
    state: { currentUser: { _id, username, email, profilePicture } },
    version: 1,
  })
})

test.each([
  ['restores the stored user', asha, asha._id],
  ['ignores a stored user that is not valid', { _id: 7 }, undefined],
])('session %s without waiting [R-9.18]', (_, stored, id) => {
  store(stored)

  void useSession.persist.rehydrate()

  expect(currentUser()?._id).toBe(id)
})

test('session sets loading on start, the message on failure, and clears both on success [R-3.12][R-4.13]', () => {
  session.setLoading()
  expect(useSession.getState()).toMatchObject({ loading: true, error: false })

  session.setError('No.')
  expect(useSession.getState()).toMatchObject({ loading: false, error: 'No.' })

  session.setLoading()
  session.setUser(asha)
  expect(useSession.getState()).toMatchObject({ loading: false, error: false })
})

const renamed = { ...asha, username: 'Asha R' }

test.each<[string, () => MockResponse, string | undefined]>([
  ['signs out when the session has ended', () => HttpResponse.json({ user: null }), undefined],
  ['updates the user', () => HttpResponse.json({ user: renamed }), 'Asha R'],
  ['keeps the user after a network error', () => HttpResponse.error(), 'Asha'],
  ['keeps the user after a server error', () => HttpResponse.json({}, { status: 503 }), 'Asha'],
])('restoreSession %s', async (_, respond, username) => {
  session.setUser(asha)
  mockApi.use(http.get('*/api/auth/session', respond))

  await restoreSession()

  expect(currentUser()?.username).toBe(username)
})

test('restoreSession ignores a response that is older than a sign-in', async () => {
  mockApi.use(
    http.get('*/api/auth/session', () => {
      session.setUser(asha)
      return HttpResponse.json({ user: null })
    }),
  )

  await restoreSession()

  expect(currentUser()?._id).toBe(asha._id)
})

test.each([
  ['out when another tab signs out', asha, () => store(null), undefined],
  ['out when another tab clears its storage', asha, () => localStorage.clear(), undefined],
  ['in when another tab signs in', undefined, () => store(asha), asha._id],
])('syncSessionAcrossTabs signs %s', (_, before, otherTab, id) => {
  if (before) session.setUser(before)
  const stop = syncSessionAcrossTabs()

  otherTab()
  const newValue = localStorage.getItem('root')
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'root', newValue, storageArea: localStorage }),
  )

  expect(currentUser()?._id).toBe(id)
  stop()
})
