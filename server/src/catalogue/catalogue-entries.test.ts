import { expect, test } from 'vitest'
import { askAboutRenaming, type CatalogueEntry, matchEntries } from './catalogue-entries.ts'

const STORED = [
  { id: '1', name: 'Puspha' },
  { id: '2', name: ' Ame\u0301lie' },
]

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

test('askAboutRenaming asks of new entries only, unless they say that they are new [S-621]', () => {
  const entries = [{ name: 'Pushpa' }, { name: 'New', was: null }, { name: 'Old' }]
  const [, , old] = entries
  const ask = (sold: string[]) =>
    askAboutRenaming<CatalogueEntry>({
      ...{ entries, sold, pathOf: ({ name }) => `movies.${name}` },
      matched: new Map(old ? [[old, '3']] : []),
    })

  expect(ask([])).toEqual([])
  expect(ask(['Puspha'])).toEqual([
    'movies.Pushpa: "Pushpa" is new, and the file no longer has "Puspha" with sold tickets. ' +
      'Was it renamed? Then add "was": "Puspha". If it is new, add "was": null.',
  ])
})
