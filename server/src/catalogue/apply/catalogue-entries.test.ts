import { expect, test } from 'vitest'
import { findRenameQuestions, matchEntries } from './catalogue-entries.ts'

const STORED = [
  { id: '1', name: 'Puspha', isOffered: true },
  { id: '2', name: ' Ame\u0301lie', isOffered: true },
  { id: '3', name: 'Metropolis', isOffered: false },
]

type CatalogueEntry = Parameters<typeof matchEntries>[0][number]

const match = (entries: CatalogueEntry[], storedIds: [string, string][] = []) => {
  const matched = matchEntries(entries, STORED, new Map(storedIds))
  return entries.map((entry) => matched.get(entry))
}

test.each<[string, CatalogueEntry[], [string, string][], (string | undefined)[]]>([
  ['its name', [{ name: 'Puspha' }], [], ['1']],
  ['its name in another Unicode form and with spaces', [{ name: 'Am\u00e9lie' }], [], ['2']],
  ['not its name in small letters', [{ name: 'puspha' }], [], [undefined]],
  ['its id, whatever its name', [{ id: 'p', name: 'Pushpa' }], [['p', '1']], ['1']],
  ['its name, if the id is new', [{ id: 'p', name: 'Puspha' }], [], ['1']],
  ['its earlier name', [{ name: 'Pushpa', was: 'Puspha' }], [], ['1']],
  ['its name, if it was offered earlier', [{ name: 'Metropolis' }], [], ['3']],
  ['its earlier name before that', [{ name: 'Metropolis', was: 'Puspha' }], [], ['1']],
  [
    'its own name before the earlier name of another one',
    [{ name: 'Pushpa', was: 'Puspha' }, { name: 'Puspha' }],
    [],
    [undefined, '1'],
  ],
  [
    'its id, when two have changed names',
    [
      { id: 'p', name: 'Am\u00e9lie' },
      { id: 'a', name: 'Puspha' },
    ],
    [
      ['p', '1'],
      ['a', '2'],
    ],
    ['1', '2'],
  ],
])('matchEntries finds an entry by %s [S-621]', (_, entries, storedIds, expected) => {
  expect(match(entries, storedIds)).toEqual(expected)
})

const ask = (entries: CatalogueEntry[], sold: string[]) =>
  findRenameQuestions<CatalogueEntry>({
    entries,
    stored: STORED,
    matched: matchEntries(entries, STORED, new Map()),
    isSold: (id) => sold.includes(id),
    pathOf: ({ name }) => `movies.${name}`,
  })
const question = (name: string) =>
  `movies.${name}: "${name}" is new, and the file no longer has "Puspha" with sold tickets. ` +
  'Was it renamed? Then add "was": "Puspha". If it is new, add "was": null.'

test('findRenameQuestions asks of entries that were not offered so far, unless they say that they are new [S-621]', () => {
  const entries = [{ name: 'Pushpa' }, { name: 'New', was: null }, { name: 'Metropolis' }]

  expect(ask(entries, [])).toEqual([])
  expect(ask(entries, ['1'])).toEqual([question('Pushpa'), question('Metropolis')])
  // What has not been offered for long is not missing.
  expect(ask([{ name: 'Pushpa' }], ['3'])).toEqual([])
})

test('findRenameQuestions refuses a new name that something else still has [S-621]', () => {
  expect(ask([{ name: 'Metropolis', was: 'Puspha' }], ['1'])).toEqual([
    'movies.Metropolis: something else was called "Metropolis". Please choose another name.',
  ])
})
