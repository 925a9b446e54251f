import { randomRuns } from '@marquee/contract/test/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMovie } from '#test/fixtures.ts'
import { isWithinOneTypo, suggestMovies } from './suggest-movies.ts'

const MOVIES = [
  createMovie('Amaran', { cast: ['Sai Pallavi', 'Rahul Bose'], genre: 'Action, Drama' }),
  createMovie('Safety Last!', { cast: ['Harold Lloyd'], genre: 'Comedy' }),
  createMovie('A Trip to the Moon', { cast: ['Georges Méliès'], genre: 'Science fiction' }),
  createMovie('Déjà vu', { cast: [], genre: 'Thriller' }),
]
const namesFor = (text: string) => suggestMovies(MOVIES, text).map(({ movie }) => movie.name)

test.each([
  ['amarn', ['Amaran']],
  ['Amraan', ['Amaran']],
  ['AMARAN!', ['Amaran']],
  ['deja', ['Déjà vu']],
  ['safetylast', ['Safety Last!']],
  ['saftylast', ['Safety Last!']],
  ['last safety', ['Safety Last!']],
  ['dejavu', ['Déjà vu']],
  ['ama ran', ['Amaran']],
  ['melies', ['A Trip to the Moon']],
  ['palavi', ['Amaran']],
  ['comedi', ['Safety Last!']],
  ['drama', ['Amaran']],
  ['zzzz', []],
  ['x', []],
  ['', []],
  ['sai lloyd', []],
])('suggestMovies for %j suggests %j [S-379]', (text, names) => {
  expect(namesFor(text)).toEqual(names)
})

test('suggestMovies puts names before cast and genre, and says where the text was found [S-379]', () => {
  const movies = [
    createMovie('One', { genre: 'Moon' }),
    createMovie('Two', { cast: ['Keith Moon'] }),
    createMovie('Mooon'),
    createMovie('Moonlight'),
  ]
  expect(suggestMovies(movies, 'moon').map(({ movie, field }) => [movie.name, field])).toEqual([
    ['Moonlight', 'name'],
    ['Mooon', 'name'],
    ['Two', 'cast'],
    ['One', 'genre'],
  ])
})

const letters = fc.constantFrom(...'abcdeknrstáéü')
const names = fc.array(fc.string({ unit: letters, minLength: 5, maxLength: 12 }), {
  minLength: 1,
  maxLength: 3,
})

test('suggestMovies finds every name with one typo, without accents and in any case [S-379]', () => {
  fc.assert(
    fc.property(
      names,
      fc.nat(),
      fc.nat(),
      fc.nat({ max: 3 }),
      letters,
      (words, n, at, kind, one) => {
        const name = words.join(' ')
        const word = words[n % words.length] ?? ''
        const from = at % (word.length - 1)
        const [before, first, second, after] = [
          ...[word.slice(0, from), word[from], word[from + 1], word.slice(from + 2)],
        ]
        const typo = [
          before + one + word.slice(from),
          `${before}${second}${after}`,
          `${before}${one}${second}${after}`,
          `${before}${second}${first}${after}`,
        ][kind]
        const text = (typo ?? '')
          .normalize('NFD')
          .replaceAll(/[\u0300-\u036f]/g, '')
          .toUpperCase()

        const found = suggestMovies([createMovie('Other'), createMovie(name)], text)
        expect(found.map(({ movie }) => movie.name)).toContain(name)
      },
    ),
    randomRuns({ few: 50, many: 1000 }),
  )
})

test('suggestMovies accepts any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(suggestMovies(MOVIES, text).length).toBeLessThanOrEqual(MOVIES.length)
    }),
    randomRuns({ few: 50, many: 1000 }),
  )
})

/** All texts over these letters that one typo makes of a text. */
function typosOf(text: string, letters: readonly string[]) {
  const positions = Array.from({ length: text.length + 1 }, (_, at) => at)
  return new Set([
    text,
    ...positions.flatMap((at) => letters.map((one) => text.slice(0, at) + one + text.slice(at))),
    ...positions.map((at) => text.slice(0, at) + text.slice(at + 1)),
    ...positions
      .slice(1)
      .flatMap((at) => letters.map((one) => text.slice(0, at - 1) + one + text.slice(at))),
    ...positions
      .slice(2)
      .map((at) => text.slice(0, at - 2) + text[at - 1] + text[at - 2] + text.slice(at)),
  ])
}

test('isWithinOneTypo accepts exactly the texts that one typo makes [S-379]', () => {
  const letters = ['a', 'b', 'c']
  const texts = fc.string({ unit: fc.constantFrom(...letters), maxLength: 5 })
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(isWithinOneTypo(a, b)).toBe(typosOf(a, letters).has(b))
    }),
    randomRuns({ few: 500, many: 10_000 }),
  )
})
