import { expect, test } from 'vitest'
import { getArtworkByName, getAvifSrcSet, getPoster } from './posters.ts'

test.each([
  [{ imageUrl: 'amaran.jpg', poster: 'brother.jpg', image: 'new.jpg' }, { artwork: 'amaran' }],
  [{ imageUrl: '', poster: 'brother.jpg', image: 'new.jpg' }, { artwork: 'brother' }],
  [{ imageUrl: '', image: 'new.jpg' }, { artwork: 'new' }],
  [{ imageUrl: 'my movie.png' }, { src: '/posters/my%20movie.png' }],
  [{ imageUrl: 'https://pictures.example/one.jpg' }, { src: 'https://pictures.example/one.jpg' }],
])('getPoster of %o is %o [R-2.25][R-2.26][R-3.4]', (images, poster) => {
  expect(getPoster({ name: 'Pushpa', ...images })).toEqual(poster)
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

test.each([
  [{ artwork: 'amaran' }, '/posters/amaran'],
  [{ src: '/posters/uploads/Xy_1.jpg' }, '/posters/uploads/Xy_1'],
])('getAvifSrcSet of %o has all sizes of the poster [S-868]', (poster, base) => {
  expect(getAvifSrcSet(poster)).toBe(
    `${base}-200.avif 200w, ${base}-400.avif 400w, ${base}-680.avif 680w, ${base}-800.avif 800w`,
  )
})

test('getAvifSrcSet of another image is undefined [S-868]', () => {
  expect(getAvifSrcSet({ src: 'https://pictures.example/one.jpg' })).toBeUndefined()
  expect(getAvifSrcSet({ src: '/posters/mine.png' })).toBeUndefined()
})
