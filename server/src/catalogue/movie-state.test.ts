import { expect, test } from 'vitest'
import { movieState } from './movie-state.ts'

const TODAY = '2026-12-01'

test.each([
  ['draft', null, 0, 0],
  ['draft', TODAY, 0, 0],
  ['announced', '2026-12-02', 0, 0],
  ['announced', '2026-12-02', 3, 3],
  ['showing', TODAY, 1, 1],
  ['showing', null, 1, 9],
  ['past', null, 0, 1],
  ['past', '2026-11-01', 0, 1],
] as const)(
  'a movie is %s with the release date %s, %i shows to come and %i in all [S-857]',
  (state, releaseDate, upcoming, shows) => {
    expect(movieState({ releaseDate, upcoming, shows }, TODAY)).toBe(state)
  },
)
