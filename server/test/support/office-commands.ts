import { DAY_MS, formatIsoDate } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { loadCatalogue } from '#src/catalogue/apply/load-catalogue.ts'
import { extendSchedule } from '#src/catalogue/schedule/schedule.ts'
import { runCommand } from './commands.ts'
import { setupTestOffice } from './office.ts'
import { describeContext, type TestContext } from './test-context.ts'

/** In the time zone of the sample cinema. */
export const TOMORROW = formatIsoDate(Date.now() + DAY_MS, 'Asia/Kolkata')

/** The answer of `show list`. */
export interface Shows {
  shows: { _id: string; startTime: string; screen: { name: string } }[]
}

type Office = Awaited<ReturnType<typeof openOffice>>

/** The office of a cinema with the sample programme, and the commands of an operator on the same machine. */
async function openOffice({ ctx, clock, environment }: TestContext, url: string) {
  await loadCatalogue(ctx)
  await extendSchedule(ctx)
  /** Runs a command, a moment after what was before. */
  async function office(...args: string[]) {
    await clock.advance(1)
    return runCommand('office', args, { ...environment, OFFICE_PORT: new URL(url).port })
  }
  async function json<Answer>(...args: string[]) {
    const { code, output: text } = await office('--json', ...args)
    expect([code, text]).toEqual([0, text])
    return JSON.parse(text) as Answer
  }
  return { ctx, clock, url, office, json }
}

/** A test with a database and an office of its own. */
export function testOffice(title: string, run: (office: Office) => Promise<void>) {
  describeContext('marquee office', (context) => {
    const served = setupTestOffice(context)
    test(title, async () => run(await openOffice(context(), served().url)))
  })
}
