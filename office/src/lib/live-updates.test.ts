import { expect, test, vi } from 'vitest'
import { readChangedShows } from './live-updates.ts'

test.each([
  [{ showtimeIds: ['s1', 's2'] }, ['s1', 's2'], 0],
  [{ showtimeIds: 's1' }, [], 1],
  [{ showtimeIds: [1] }, [], 1],
  [null, [], 1],
  [undefined, [], 1],
])(
  'readChangedShows of the push %j is %j, and another push is logged [S-602]',
  (push, ids, warnings) => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue()

    expect(readChangedShows(push)).toEqual(ids)
    expect(logged).toHaveBeenCalledTimes(warnings)
  },
)
