import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import {
  applyChanges,
  fixedShowtime,
  makeCatalogue,
  makeMovie,
  makeScreen,
} from '#test/support/catalogues.ts'
import { runCommand } from '#test/support/commands.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeContext } from '#test/support/test-context.ts'
import { listMovies } from '../catalogue/catalogue.service.ts'
import { storeCatalogueProblems } from '../catalogue/programme.service.ts'
import { main } from './catalogue.ts'

describeContext('marquee catalogue', (context) => {
  const office = setupTestOffice(context)
  const screens = [makeScreen('Screen 1', { rows: [{ row: 'A', seats: 2, category: 'platinum' }] })]

  async function run(action: string, content: object, more: string[] = []) {
    const { dataDir, databaseUrl } = context().ctx.config
    const file = join(dataDir, 'catalogue.json')
    writeFileSync(file, JSON.stringify(content))
    const database = databaseUrl && { DATABASE_URL: databaseUrl, SESSION_SECRET: 's'.repeat(32) }
    const printed: string[] = []
    const print = (text: string) => void printed.push(text)
    const environment = { DATA_DIR: dataDir, OFFICE_PORT: new URL(office().url).port, ...database }
    const code = await main([action, file, ...more], environment, { stdout: print, stderr: print })
    return { code, lines: printed.join('').trimEnd().split('\n') }
  }

  const plan = (content: object) => run('plan', content)
  const listedNames = async () => (await listMovies(context().ctx)).map(({ name }) => name)

  test('plan names what a file would change and unknown categories, and changes nothing [S-624]', async () => {
    const { ctx } = context()
    await applyChanges(ctx, makeCatalogue(screens, [makeMovie('Old')]))
    const filesBefore = readdirSync(ctx.config.dataDir)

    const { code, lines } = await plan(makeCatalogue(screens, [makeMovie('New')]))

    expect(code).toBe(0)
    expect(lines).toEqual([
      'movies added: New',
      'movies removed: Old',
      'screens[0].rows[0].category: "platinum" is unknown and costs as much as Standard. Is it "Platinum"?',
    ])
    const movies = await ctx.db.selectFrom('movies').select('name').execute()
    expect(movies.map(({ name }) => name)).toEqual(['Old'])
    expect(readdirSync(ctx.config.dataDir)).toEqual(expect.arrayContaining(filesBefore))
    expect(readdirSync(ctx.config.dataDir).join()).not.toContain('catalogue-plan')
  })

  test('plan ends with 78 and the problems of a file that cannot be applied [S-622]', async () => {
    const { code, lines } = await plan({ screens: [], movies: [{}] })

    expect(code).toBe(78)
    expect(lines.join('\n')).toContain('CATALOGUE: movies[0].name')
  })

  test('check counts what is in a file, and needs no database [S-781]', async () => {
    const showtimes = [fixedShowtime('Screen 1', Date.parse('2030-01-01T12:00:00Z'))]
    const file = makeCatalogue(screens, [makeMovie('New', { showtimes })])

    expect(await run('check', file)).toEqual({
      code: 0,
      lines: [
        'No problems: 1 screen, 1 movie, 1 single show, 0 daily shows.',
        'screens[0].rows[0].category: "platinum" is unknown and costs as much as Standard. Is it "Platinum"?',
      ],
    })
    expect((await run('check', { screens: [] })).code).toBe(78)
  })

  test('apply changes the programme of the running server, and export prints it [S-781]', async () => {
    const { ctx } = context()
    await applyChanges(ctx, makeCatalogue([], [makeMovie('Old')]))
    const file = makeCatalogue([makeScreen('Screen 1')], [makeMovie('New')])

    const { code, lines } = await run('apply', file, ['--reason', 'the new season'])

    expect([code, lines[0]]).toEqual([0, 'Applied.'])
    expect(lines).toEqual(expect.arrayContaining(['movies added: New', 'movies removed: Old']))
    expect(await listedNames()).toEqual(['New'])
    expect((await run('apply', file)).lines).toEqual(['Applied.', 'Nothing changes.'])
    const printed = await runCommand('catalogue', ['export'], {
      ...context().environment,
      DATA_DIR: ctx.config.dataDir,
      OFFICE_PORT: new URL(office().url).port,
    })
    expect(JSON.parse(printed.output)).toMatchObject({ movies: [{ name: 'New' }] })
  })

  test('office health names the problems of a file that is not applied, until one is [S-780]', async () => {
    const { ctx, environment } = context()
    const health = () =>
      runCommand('office', ['health'], {
        ...environment,
        DATA_DIR: ctx.config.dataDir,
        OFFICE_PORT: new URL(office().url).port,
      })
    await storeCatalogueProblems(ctx.db, ['CATALOGUE: movies[0].name: must not be empty'])

    expect((await health()).output).toContain(
      'The catalogue file is not applied:\nCATALOGUE: movies[0].name: must not be empty',
    )
    await run('apply', makeCatalogue([makeScreen('Screen 1')], [makeMovie('New')]))
    expect((await health()).output).not.toContain('not applied')
  })

  test('apply ends with 65 and what to do instead if something cannot be done [S-782]', async () => {
    await run('apply', makeCatalogue([makeScreen('Screen 1')], [makeMovie('New')]))
    const showtimes = [fixedShowtime('Screen 1', context().clock.now() - 365 * DAY_MS)]
    const file = makeCatalogue([makeScreen('Screen 1')], [makeMovie('Wrong year', { showtimes })])

    const { code, lines } = await run('apply', file)

    expect([code, lines[0]]).toEqual([65, 'Nothing is changed, because of'])
    expect(lines[1]).toMatch(
      /movies\[0\]\.showtimes\[0\]\.startTime: Wrong year on Screen 1, .* is in the past\. Correct the date and the year/,
    )
    expect(await listedNames()).toEqual(['New'])
  })
})
