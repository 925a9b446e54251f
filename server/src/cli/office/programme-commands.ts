import { readFileSync } from 'node:fs'
import { listStaffMovies } from '@marquee/contract/office/programme/movies'
import {
  applyProgramme,
  exportProgramme,
  planProgramme,
} from '@marquee/contract/office/programme/plans'
import {
  changeScreen,
  listScreens,
  setOpeningHours,
} from '@marquee/contract/office/programme/screens'
import { formatLocalTime } from '@marquee/contract/time'
import { DATA_ERROR } from '#src/startup/exit-codes.ts'
import type { AddCommands } from './command-context.ts'
import { CommandError } from './office-client.ts'
import { table } from './output.ts'
import { planText } from './plan-text.ts'

export const addProgrammeCommands: AddCommands = (program, { call, print }) => {
  const programme = program
    .command('programme')
    .description('list movies and screens, and exchange the programme with catalogue files')

  programme
    .command('export')
    .description('print the programme as a catalogue file')
    .action(async () =>
      print(await call(exportProgramme, {}), (catalogue) => JSON.stringify(catalogue, null, 2)),
    )

  programme
    .command('import <file>')
    .description('plan a catalogue file and apply it, if it has no conflicts')
    .option('--reason <reason>', 'why, for the audit')
    .option('--dry-run', 'show the plan, and change nothing')
    .addHelpText('after', '\nExample:\n  marquee office programme import catalogue.json --dry-run')
    .action(async (file: string, { reason, dryRun }: { reason?: string; dryRun?: boolean }) => {
      const plan = await call(planProgramme, { body: { catalogue: readCatalogue(file) } })
      if (plan.conflicts.length > 0) throw new CommandError(DATA_ERROR, planText(plan))
      if (dryRun) return print(plan, planText)
      await call(applyProgramme, { body: { planId: plan.planId, reason } })
      return print(plan, (applied) => `Applied.\n${planText(applied)}`)
    })

  programme
    .command('movies')
    .description('list the movies with their states')
    .action(async () =>
      print(await call(listStaffMovies, {}), ({ movies }) =>
        table(
          ['id', 'name', 'state', 'shows to come'],
          movies.map(({ _id, name, state, upcomingShows }) => [_id, name, state, upcomingShows]),
        ),
      ),
    )

  programme
    .command('screens')
    .description('list the screens')
    .action(async () =>
      print(await call(listScreens, {}), ({ screens }) =>
        table(
          ['id', 'name', 'seats', 'cleaning', 'shows to come', 'closed'],
          screens.map(({ _id, name, seats, cleaningMinutes, upcomingShows, closed }) => [
            ...[_id, name, seats, `${cleaningMinutes} min`, upcomingShows],
            closed ? `${closed.from} to ${closed.to}` : '',
          ]),
        ),
      ),
    )

  programme
    .command('close <screen>')
    .description('close a screen for some days, by its id: daily shows are left out')
    .requiredOption('--from <day>', 'the first day')
    .option('--to <day>', 'the last day; the first one, if it is left out')
    .action(async (screenId: string, { from, to = from }: { from: string; to?: string }) => {
      const body = { closed: { from, to } }
      return print(
        await call(changeScreen, { params: { screenId }, body }),
        ({ screen }) => `${screen.name} is closed from ${from} to ${to}.`,
      )
    })

  programme
    .command('open <screen>')
    .description('end the closed days of a screen, by its id')
    .action(async (screenId: string) =>
      print(
        await call(changeScreen, { params: { screenId }, body: { closed: null } }),
        ({ screen }) => `${screen.name} is in use on all days.`,
      ),
    )

  programme
    .command('hours [opens] [closes]')
    .description('set when shows may begin and end: 09:00 01:00; without times, at any time')
    .action(async (opens?: string, closes?: string) => {
      const openingHours = opens === undefined ? null : { opens, closes: closes ?? '' }
      return print(await call(setOpeningHours, { body: { openingHours } }), (answer) =>
        answer.openingHours
          ? `The cinema is open from ${formatLocalTime(answer.openingHours.opens)} to ${formatLocalTime(answer.openingHours.closes)}.`
          : 'Shows are possible at any time.',
      )
    })
}

/** The text of a file. Throws `CommandError` if it cannot be read. */
function readCatalogue(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(DATA_ERROR, error instanceof Error ? error.message : String(error))
  }
}
