import { expect, test } from 'vitest'
import { applyChanges, makeCatalogue } from '#test/support/catalogues.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { describeContext } from '#test/support/test-context.ts'

const CINEMA = {
  name: 'Palace',
  address: '1 Mill Road',
  lat: 13.0339,
  lng: 80.2676,
  phone: '+91 44 5550 0142',
  arrival: 20,
}

describeContext('GET /api/cinema', (context) => {
  async function getCinema() {
    const { app } = await createTestApp(context().ctx)
    const response = await app.inject('/api/cinema')
    await app.close()
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  const apply = (cinema?: typeof CINEMA) =>
    applyChanges(context().ctx, { ...makeCatalogue([], []), ...(cinema && { cinema }) })

  test('returns the brand name while no catalogue file describes the cinema, and then what the file says', async () => {
    expect(await getCinema()).toEqual({
      name: 'Marquee',
      address: null,
      lat: null,
      lng: null,
      phone: null,
      arrival: 15,
    })

    expect((await apply(CINEMA)).cinema).toMatchObject({ added: ['Palace'], changed: [] })
    expect(await getCinema()).toEqual(CINEMA)

    expect((await apply()).cinema).toMatchObject({ added: [], changed: [] })
    expect(await getCinema()).toEqual(CINEMA)

    const moved = { ...CINEMA, address: '2 Mill Road' }
    expect((await apply(moved)).cinema).toMatchObject({ added: [], changed: ['Palace'] })
    expect((await apply(moved)).cinema).toMatchObject({ added: [], changed: [] })
    expect(await getCinema()).toEqual(moved)
  })
})
