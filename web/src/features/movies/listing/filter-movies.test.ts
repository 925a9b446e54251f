import { expect, test } from 'vitest'
import { createMovie } from '#test/fixtures.ts'
import { filterMovies } from './filter-movies.ts'

test('filterMovies finds a name whatever the Unicode form in which it is typed or stored [S-621]', () => {
  const movies = ['Am\u00e9lie', 'Ame\u0301lie Returns', 'Amelia'].map((name) => createMovie(name))
  const find = (text: string) => filterMovies(movies, text).map(({ name }) => name)

  expect(find('am\u00e9')).toHaveLength(2)
  expect(find('ame\u0301')).toHaveLength(2)
})
