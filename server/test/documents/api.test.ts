import { join } from 'node:path'
import { officeEvents } from '@marquee/contract/office/events'
import {
  Ack,
  type ClientEvent,
  clientEvents,
  type ServerEvent,
  serverEvents,
} from '@marquee/contract/socket'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { ApiCall, ApiDescription } from '#src/openapi/api-description.ts'
import { OFFICE_API } from '#src/openapi/office-api.ts'
import { SITE_API } from '#src/openapi/site-api.ts'

const PAGE = join(import.meta.dirname, '../../../docs/api.md')

const CLIENT_EVENTS: Record<ClientEvent, string> = {
  joinShowtime: 'watches a showtime',
  leaveShowtime: 'stops watching it',
  holdSeat: 'holds a seat',
  holdBest: 'holds the best free seats for a party',
  holdBlock: 'holds these seats, or none of them',
  releaseSeat: 'releases a seat',
  holdParkingSlot: 'holds a parking slot',
  releaseParkingSlot: 'releases a parking slot',
  extendHold: 'asks for more time',
  beginCheckout: 'holds the places until payment',
  shareSelection: 'returns the link for friends',
  setPayer: 'says who pays for the friends',
  joinSelection: 'joins the selection of a link',
}
const SERVER_EVENTS: Record<ServerEvent, string> = {
  seatsUpdated: 'seats have changed',
  parkingUpdated: 'parking slots have changed',
  mapRevision: 'the revisions of the seat map',
  holdExpired: 'the hold of a place has ended',
  showMoved: 'the show has another screen or time, and all holds have ended',
  showCancelled: 'the cinema has cancelled the show',
  waitingRoomChanged: 'the queue position of the visitor at a showtime has changed',
  noticesChanged: 'the notices or the waiting list entries of the account have changed',
}
const OFFICE_EVENTS: Record<keyof typeof officeEvents, string> = {
  showsChanged: 'places, admissions or vehicles of these shows have changed',
  enquiriesChanged: 'enquiries have arrived or changed',
}

const HEAD = `# The API

For programs that connect to the site or to the office. This page is generated from the contract
([CONTRIBUTING.md](../CONTRIBUTING.md#a-rest-call)). The OpenAPI documents have the parameters, bodies and responses:

| | document | page for people |
|---|---|---|
| site | \`/api/openapi.json\` | \`/api/docs\` |
| office, on its own port | \`/api/office/openapi.json\` | \`/api/office/docs\` |

**Cookies.** A client keeps the cookies that responses set, and sends them with each request. A call marked ● needs a signed-in user, in the
office a paired device; without it the response is 401. A device may make the calls of its scope, a manager all of them.

**Errors.** Every refusal has one body: \`success: false\`, \`statusCode\`, \`code\` for programs, \`message\` for people, \`requestId\`. With 429
and 503, \`retry-after\` says when to try again.

**Repeating.** An order and a change of a booking take the header \`idempotency-key\`: repeated with the same key, they happen once.
`

const SOCKET = `## Socket events

Socket.IO on the site's port, with the same cookies. The server calls the function that a client gives with an event:
\`{ ok: true, … }\` or \`{ ok: false, … }\`, as below. A field with ? may be left out.
`

const RULES = `A push has whole places; the client replaces its own by \`_id\`. \`rev\` is the revision after the push. A client that is at \`sinceRev\` or
\`previousPushRev\` applies it, one at \`rev\` or later ignores it, and any other client fetches the whole map (\`listSeats\`, \`listParking\`).
`

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const heading = (...cells: string[]) => [row(...cells), `|${'---|'.repeat(cells.length)}`]

function callsOf({ calls }: ApiDescription) {
  return Object.entries(calls).flatMap(([noun, callsOfNoun]) => [
    `### ${noun}`,
    '',
    ...heading('call', '', 'what it does', 'name'),
    ...Object.entries<ApiCall>(callsOfNoun).map(([name, { call, summary, needs }]) =>
      row(`\`${call.method} ${call.path}\``, needs ? '●' : '', summary, `\`${name}\``),
    ),
    '',
  ])
}

/** The fields of an object, or what else is sent: `showtimeId, seatId, proof?`. */
function fieldsOf(schema: z.ZodMiniType) {
  const { properties, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  if (!properties) return 'the showtime id'
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))
  return names.map((name) => `\`${name}\``).join(', ') || 'nothing'
}

const eventsOf = <Event extends string>(
  schemas: Record<Event, z.ZodMiniType>,
  meanings: Record<Event, string>,
) => [
  ...heading('event', 'payload', 'meaning'),
  ...(Object.keys(meanings) as Event[]).map((event) =>
    row(`\`${event}\``, fieldsOf(schemas[event]), meanings[event]),
  ),
  '',
]

const [accepted, refused] = Ack.def.options

const apiPage = () =>
  [
    HEAD,
    ...['## Calls of the site', '', ...callsOf(SITE_API)],
    ...['## Calls of the office', '', ...callsOf(OFFICE_API), SOCKET],
    ...['### From the client', '', ...eventsOf(clientEvents, CLIENT_EVENTS)],
    ...heading('acknowledgement', 'fields'),
    row('accepted', fieldsOf(accepted)),
    row('refused', fieldsOf(refused)),
    ...['', '### From the server', '', ...eventsOf(serverEvents, SERVER_EVENTS), RULES],
    ...['### From the server of the office', '', ...eventsOf(officeEvents, OFFICE_EVENTS)],
  ].join('\n')

test('docs/api.md is current', async () => {
  await expect(apiPage()).toMatchFileSnapshot(PAGE)
})
