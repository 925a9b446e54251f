import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { daily, makeCatalogue, makeMovie, makeScreen } from '#test/support/catalogues.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { listMovies } from './catalogue.service.ts'
import { loadCatalogue } from './load-catalogue.ts'

describeDatabases('a catalogue file', (context) => {
  const load = async (text: string) => {
    const { ctx } = context()
    const file = join(ctx.config.dataDir, 'catalogue.json')
    writeFileSync(file, text)
    await loadCatalogue({ ...ctx, config: { ...ctx.config, catalogue: file } })
  }
  const names = async () => (await listMovies(context().ctx)).map(({ name }) => name)

  test('is applied at every start', async () => {
    await load(JSON.stringify(makeCatalogue([makeScreen('Screen 1')], [makeMovie('First')])))
    await load(
      `\uFEFF${JSON.stringify(makeCatalogue([makeScreen('Screen 1')], [makeMovie('Second')]))}`,
    )

    expect(await names()).toEqual(['Second'])
  })

  test('with problems is refused with all of them before anything is written', async () => {
    const before = await names()
    const bad = makeCatalogue(
      [makeScreen('Screen 1')],
      [
        makeMovie('Third', { duration: 0 }),
        makeMovie('Fourth', { daily: [daily('Screen 9', '21:30')] }),
      ],
    )

    await expect(load(JSON.stringify(bad))).rejects.toMatchObject({
      problems: [
        expect.stringMatching(/^CATALOGUE: movies\[0\]\.duration: /),
        'CATALOGUE: movies[1].daily[0].screen: there is no screen called "Screen 9"',
      ],
    })
    expect(await names()).toEqual(before)
  })

  test.each([
    ['that is not JSON', '{ "screens": ['],
    ['that is empty', ''],
  ])('%s is refused', async (_, text) => {
    await expect(load(text)).rejects.toMatchObject({
      problems: [expect.stringMatching(/catalogue\.json: .*JSON/)],
    })
  })

  test('that does not exist is refused', async () => {
    const { ctx } = context()
    const config = { ...ctx.config, catalogue: '/nowhere/catalogue.json' }

    await expect(loadCatalogue({ ...ctx, config })).rejects.toMatchObject({
      problems: [expect.stringContaining('/nowhere/catalogue.json')],
    })
  })
})
