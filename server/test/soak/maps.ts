import * as books from './database-assertions.ts'
import type { House } from './test-cluster.ts'
import type { Visitor } from './visitor.ts'

/** What the maps of these windows say that the database does not. */
export async function wrongMaps(
  { inBooks }: Pick<House, 'inBooks'>,
  showtimeId: string,
  windows: Pick<Visitor, 'holder' | 'view'>[],
) {
  const truth = await inBooks((db) => books.standings(db, showtimeId))
  return windows.flatMap(({ holder, view }) => {
    const places = view.places()
    if (places.length === 0) return [`${holder} sees no map`]
    const wrong = places.find((place) => seen(place) !== told(truth.get(place._id), holder))
    if (!wrong) return []
    const right = told(truth.get(wrong._id), holder)
    return [
      `the map of ${holder} (at ${view.rev()}) says ${seen(wrong)} of ${wrong._id}, which is ${right}`,
    ]
  })
}

const seen = ({ status, heldByMe }: { status: string; heldByMe?: boolean | undefined }) =>
  heldByMe ? 'MINE' : status

/** `undefined`: nobody has it. `null`: it is sold. */
function told(owner: string | null | undefined, viewer: string) {
  if (owner === undefined) return 'AVAILABLE'
  if (owner === null) return 'SOLD'
  return owner === viewer ? 'MINE' : 'HELD'
}
