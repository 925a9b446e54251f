import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { asha } from '#test/fixtures.ts'
import { errorResponse, recordPosts, startMockApi } from '#test/mock-api.ts'
import { renderPages } from '#test/render-pages.tsx'
import { ProfilePicture } from './profile-picture.tsx'

const mockApi = startMockApi()
const UPLOADED = '/pictures/2QfM.webp'
const withPicture = { ...asha, profilePicture: UPLOADED }
const createFile = (size = 10, type = 'image/png') => new File(['x'.repeat(size)], 'me', { type })
const source = () => document.querySelector('img')?.getAttribute('src')

function Example({ initial }: { initial: typeof asha }) {
  const [user, setUser] = useState(initial)
  return <ProfilePicture user={user} onChange={setUser} />
}
const open = (initial = asha) =>
  renderPages({ to: '/profile', pages: { '/profile': <Example initial={initial} /> } })
const input = () => screen.getByLabelText('Picture file')

test('ProfilePicture uploads the chosen file, shows it, and removes it again [R-2.41][R-9.9]', async () => {
  const types: (string | null)[] = []
  mockApi.use(
    http.post('*/api/user/picture', async ({ request }) => {
      types.push(request.headers.get('content-type'), await request.text())
      return HttpResponse.json(withPicture)
    }),
  )
  const user = open()
  expect(source()).toBe('/profile.svg')
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()

  await user.upload(input(), createFile(3))
  await waitFor(() => expect(source()).toBe(UPLOADED))
  expect(types).toEqual(['image/png', 'xxx'])

  const updates = recordPosts(mockApi, '*/api/user/update/u1', () => HttpResponse.json(asha))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(source()).toBe('/profile.svg'))
  expect(updates).toEqual([{ profilePicture: '' }])
})

test('ProfilePicture shows the message of the server', async () => {
  const message = 'Please choose a JPEG, PNG or WebP picture.'
  mockApi.use(http.post('*/api/user/picture', () => errorResponse(400, 'INVALID', message)))
  const user = open()

  await user.upload(input(), createFile())

  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

test('ProfilePicture refuses a file of more than 5 MB without sending it', async () => {
  const user = open()

  await user.upload(input(), createFile(5 * 1024 * 1024 + 1))

  expect((await screen.findByRole('alert')).textContent).toBe(
    'Please choose a picture of at most 5 MB.',
  )
})
