import { expect, test } from 'vitest'
import { getArtworkByName, getPoster } from '#features/movies/posters.ts'

const quietEvening = { name: 'Quiet Evening', imageUrl: '' }

test('getPoster prefers imageUrl [R-2.25]', () => {
  const movie = { name: 'Pushpa', imageUrl: 'amaran.jpg', poster: 'brother.jpg', image: 'new.jpg' }

  expect(getPoster(movie)).toEqual({ artwork: 'amaran' })
})

test('getPoster without imageUrl uses poster, then image [R-2.26][R-3.4]', () => {
  expect(getPoster({ ...quietEvening, poster: 'brother.jpg', image: 'new.jpg' })).toEqual({
    artwork: 'brother',
  })
  expect(getPoster({ ...quietEvening, image: 'new.jpg' })).toEqual({ artwork: 'new' })
})

test('getPoster returns the address of a file that is no own artwork', () => {
  expect(getPoster({ ...quietEvening, imageUrl: 'my movie.png' })).toEqual({
    src: '/posters/my%20movie.png',
  })
})

test('getPoster does not change an absolute address', () => {
  const src = 'https://pictures.example/one.jpg'

  expect(getPoster({ ...quietEvening, imageUrl: src })).toEqual({ src })
})

test.each([
  ['Pushpa: The Rule', 'pushpa'],
  ['AMARAN', 'amaran'],
  ["Brother's Keeper", 'brother'],
  ['The Mission', 'mission'],
  ['A New Day', 'new'],
])('getPoster without any image matches %s by name [R-2.27]', (name, artwork) => {
  expect(getPoster({ name, imageUrl: '' })).toEqual({ artwork })
})

test.each(['Newton', 'Brotherhood', 'Intermission', 'Quiet Evening'])(
  'getArtworkByName(%s) matches no whole word and returns the default [R-2.28]',
  (name) => {
    expect(getArtworkByName(name)).toEqual({ artwork: 'default' })
  },
)
