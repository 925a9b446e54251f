import type { Movie } from '@marquee/contract/movies/movies'

/** A typo in a shorter word could make it any other word. */
const MIN_TYPO_LENGTH = 4
const MIN_LENGTH = 2
const MAX_SUGGESTIONS = 6

/** In the order of their weight. */
const FIELDS = ['name', 'cast', 'genre'] as const
type SearchedField = (typeof FIELDS)[number]
type Searched = Pick<Movie, 'name' | 'cast' | 'genre'>

export interface Suggestion<M> {
  movie: M
  /** Where the text was found. */
  field: SearchedField
}

/**
 * Returns the movies that a text can mean, best first: by name, cast or genre, without accents, each word by its beginning, and with one
 * typo in a word of four letters and more.
 */
export function suggestMovies<M extends Searched>(movies: M[], text: string): Suggestion<M>[] {
  const words = wordsOf(text)
  if (words.join('').length < MIN_LENGTH) return []
  return movies
    .flatMap((movie) => {
      const [best] = FIELDS.flatMap((field, rank) =>
        textsOf(movie, field).flatMap((searched) => {
          const typos = countTypos(words, wordsOf(searched))
          return typos === undefined ? [] : { field, weight: rank * 100 + typos }
        }),
      ).toSorted((a, b) => a.weight - b.weight)
      return best ? [{ movie, ...best }] : []
    })
    .toSorted((a, b) => a.weight - b.weight)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ movie, field }) => ({ movie, field }))
}

const textsOf = (movie: Searched, field: SearchedField) =>
  field === 'cast' ? movie.cast : field === 'genre' ? movie.genre.split(',') : [movie.name]

/** The words in small letters without the accents of Latin letters. Other scripts need their marks. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word)

/** Returns how many of the words have a typo. Undefined if one of them is not found. */
function countTypos(words: string[], searched: string[]) {
  // People write two words as one.
  const candidates = [...searched, searched.join('')]
  const typos = words.map((word) => {
    if (candidates.some((candidate) => candidate.startsWith(word))) return 0
    return candidates.some((candidate) => startsWithTypo(candidate, word)) ? 1 : undefined
  })
  if (typos.every((count) => count !== undefined))
    return typos.reduce<number>((sum, count) => sum + count, 0)
  // And one word as two.
  const joined = words.join('')
  return words.length > 1 && candidates.some((candidate) => startsWithTypo(candidate, joined))
    ? words.length
    : undefined
}

const startsWithTypo = (candidate: string, word: string) =>
  word.length >= MIN_TYPO_LENGTH &&
  [-1, 0, 1].some((more) => isWithinOneTypo(candidate.slice(0, word.length + more), word))

/** True if one text becomes the other by at most one typo: a missing, an extra or a wrong character, or two swapped ones. */
export function isWithinOneTypo(a: string, b: string) {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  if (longer.length - shorter.length > 1) return false
  let start = 0
  while (start < shorter.length && shorter[start] === longer[start]) start += 1
  const rest = (text: string, from: number) => text.slice(from)
  if (shorter.length < longer.length) return rest(shorter, start) === rest(longer, start + 1)
  if (rest(shorter, start + 1) === rest(longer, start + 1)) return true
  const isSwapped = shorter[start] === longer[start + 1] && shorter[start + 1] === longer[start]
  return isSwapped && rest(shorter, start + 2) === rest(longer, start + 2)
}
