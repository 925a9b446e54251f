import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyChanges, makeCatalogue, makeMovie, makeScreen } from '#test/support/catalogues.ts'
import { describeContext } from '#test/support/test-context.ts'
import { main } from './catalogue.ts'

describeContext('catalogue plan', (context) => {
  const screens = [makeScreen('Screen 1', { rows: [{ row: 'A', seats: 2, category: 'platinum' }] })]

  async function plan(content: object) {
    const { dataDir, databaseUrl } = context().ctx.config
    const file = join(dataDir, 'catalogue.json')
    writeFileSync(file, JSON.stringify(content))
    const database = databaseUrl && { DATABASE_URL: databaseUrl, SESSION_SECRET: 's'.repeat(32) }
    const printed: string[] = []
    const print = (text: string) => void printed.push(text)
    const environment = { DATA_DIR: dataDir, ...database }
    const code = await main(['plan', file], environment, { stdout: print, stderr: print })
    return { code, lines: printed.join('').trimEnd().split('\n') }
  }

  test('names what a file would change and unknown categories, and changes nothing [S-624]', async () => {
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

  test('ends with 78 and the problems of a file that cannot be applied [S-622]', async () => {
    const { code, lines } = await plan({ screens: [], movies: [{}] })

    expect(code).toBe(78)
    expect(lines.join('\n')).toContain('CATALOGUE: movies[0].name')
  })
})
