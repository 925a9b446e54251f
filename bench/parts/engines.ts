import { barePg } from '../baselines/bare-pg.ts'
import { pgbench } from '../baselines/pgbench.ts'
import { type Row, rateRow } from '../row.ts'

const UNDER_WAY = 32

/** What the database and its driver do without us: the measure for all that is said of holds. */
export async function engines(): Promise<Row[]> {
  const engine = await pgbench('hold')
  const driver = await barePg(UNDER_WAY)
  return [
    rateRow(
      `one Node process, pg, one statement a hold, ${UNDER_WAY} under way`,
      [driver, engine],
      {
        ...{ against: 'pgbench, the same statement', goal: {} },
      },
    ),
  ]
}
