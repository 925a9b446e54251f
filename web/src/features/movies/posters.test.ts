import { expect, test } from 'vitest'
import { getArtworkByName, getPoster } from '#features/movies/posters.ts'

const film = { name: 'Quiet Evening', imageUrl: '' }

test('the image file comes first [R-2.25]', () => {
  const movie = { name: 'Pushpa', imageUrl: 'amaran.jpg', poster: 'brother.jpg', image: 'new.jpg' }

  expect(getPoster(movie)).toEqual({ artwork: 'amaran' })
})

test('without an image file the poster is asked, then the image [R-2.26][R-3.4]', () => {
  expect(getPoster({ ...film, poster: 'brother.jpg', image: 'new.jpg' })).toEqual({
    artwork: 'brother',
  })
  expect(getPoster({ ...film, image: 'new.jpg' })).toEqual({ artwork: 'new' })
})

test('a file that is no artwork of the house is served as it is', () => {
  expect(getPoster({ ...film, imageUrl: 'my film.png' })).toEqual({ src: '/posters/my%20film.png' })
})

test('an address is left alone', () => {
  const src = 'https://pictures.example/one.jpg'

  expect(getPoster({ ...film, imageUrl: src })).toEqual({ src })
})

test.each([
  ['Pushpa: The Rule', 'pushpa'],
  ['AMARAN', 'amaran'],
  ["Brother's Keeper", 'brother'],
  ['The Mission', 'mission'],
  ['A New Day', 'new'],
])('without any picture %s is drawn by its word [R-2.27]', (name, artwork) => {
  expect(getPoster({ name, imageUrl: '' })).toEqual({ artwork })
})

test.each(['Newton', 'Brotherhood', 'Intermission', 'Quiet Evening'])(
  '%s has none of the words, only pieces of them, and gets the default [R-2.28]',
  (name) => {
    expect(getArtworkByName(name)).toEqual({ artwork: 'default' })
  },
)
