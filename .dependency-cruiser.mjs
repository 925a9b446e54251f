/** The import rules. Each is an error; there are no warnings. */
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

const TESTS = String.raw`\.test\.(ts|tsx|mjs)$|^(contract|server|ui-kit|web|office)/test/`
const OTHER_WORKSPACES = '^(server|ui-kit|web|office|e2e|tools|bench)/'
const SQL = String.raw`\.sql\.ts$`
const pkg = (names) => `(^|node_modules/)(${names})(/|$)`
const TRANSPORT = pkg('fastify|@fastify|fastify-type-provider-zod|socket\\.io|socket\\.io-client')

/** The folders of server/src. Each imports only folders before it, so that there are no cycles between folders. */
const FOLDERS = [
  'database',
  'platform',
  'config',
  'cluster',
  'limits',
  'http',
  'openapi',
  'catalogue',
  'tickets',
  'audit',
  'messages',
  'inventory',
  'waiting-room',
  'accounts',
  'alerts',
  'waitlist',
  'vouchers',
  'bookings',
  'counter',
  'door',
  'valet',
  'reports',
  'enquiries',
  'housekeeping',
  'local-provider',
  'realtime',
  'office',
  'startup',
  'cli',
]

/** The folders of server/src/bookings, in the same way. */
const BOOKING_FOLDERS = ['list', 'order', 'seating', 'change', 'house-seats', 'shows']

const importsOnlyEarlier = (parent, folders) => (folder, index) =>
  forbid(
    `${folder}-imports-only-earlier-folders`,
    { path: `^${parent}/${folder}/`, pathNot: TESTS },
    { path: `^${parent}/(?!(${folders.slice(0, index + 1).join('|')})/)[^/]+/` },
    `See the order of the folders of ${parent}.`,
  )

/** The functions that decide: commands, rules and planners. */
const PURE = [
  '^server/src/inventory/(commands|rules)/',
  '^server/src/bookings/(change/planners|seating)/',
  String.raw`^server/src/waiting-room/(rules/|position-view\.ts$)`,
  String.raw`^server/src/bookings/(order/(order|staff-terms)|shows/(move-plan|outage-plan|reseating-change))\.ts$`,
]

const general = [
  forbid('no-file-cycles', {}, { circular: true }, 'Two files that need each other are one file.'),
  forbid(
    'imports-resolve',
    {},
    { couldNotResolve: true },
    'No rule can check an import that does not resolve.',
  ),
  forbid(
    'no-tests-in-product',
    { path: '^(contract|server|ui-kit|web|office)/', pathNot: TESTS },
    { path: TESTS },
    'Shipped code does not need its tests.',
  ),
]

const contract = [
  forbid(
    'contract-imports-neither-side',
    { path: '^contract/' },
    { path: OTHER_WORKSPACES },
    'The contract is what both sides agree on.',
  ),
  forbid(
    'contract-imports-only-small-packages',
    { path: '^contract/', pathNot: TESTS },
    { pathNot: ['^contract/', OTHER_WORKSPACES, pkg('zod|@scure/base|@noble/ed25519')] },
    'It runs in the browser and on the server. The first page loads zod.',
  ),
  forbid(
    'server-imports-no-browser-code',
    { path: '^server/' },
    { path: '^(ui-kit|web|office)/' },
    'They share only contract/.',
  ),
  forbid(
    'browser-code-imports-no-server',
    { path: '^(ui-kit|web|office)/' },
    { path: '^server/' },
    'They share only contract/.',
  ),
  forbid(
    'ui-kit-imports-no-app',
    { path: '^ui-kit/' },
    { path: '^(web|office)/' },
    'Both apps share it.',
  ),
  forbid(
    'web-and-office-import-not-each-other',
    { path: '^(web|office)/' },
    { path: '^(web|office)/', pathNot: '^$1/' },
    'They share ui-kit/. Nothing of the office is on the pages of visitors.',
  ),
]

const server = [
  ...FOLDERS.map(importsOnlyEarlier('server/src', FOLDERS)),
  ...BOOKING_FOLDERS.map(importsOnlyEarlier('server/src/bookings', BOOKING_FOLDERS)),
  forbid(
    'decisions-are-pure',
    { path: PURE, pathNot: TESTS },
    {
      path: [
        '^server/src/(database|platform|http|messages|audit)/',
        SQL,
        '^(node:)?(crypto|fs|os|path|timers|util|events|process|worker_threads)(/|$)',
      ],
      dependencyTypesNot: ['type-only'],
    },
    'A rule reads its arguments alone: no database, clock, random numbers or Node.',
  ),
  forbid(
    'platform-and-database-import-no-context',
    { path: '^server/src/(platform|database)/', pathNot: TESTS },
    { path: String.raw`^server/src/(context|create-context|site|office|main)\.ts$` },
    'They are tools that know nothing of the cinema.',
  ),
  forbid(
    'driver-only-in-sql-and-database',
    { path: '^server/', pathNot: [SQL, '^server/(src/database|migrations|test)/'] },
    { path: [pkg('kysely|pg'), '^(node:)?sqlite$'] },
    'Statements live in *.sql.ts; connections, dialects and migrations in database/.',
  ),
  forbid(
    'engine-only-in-database',
    { pathNot: '^server/src/database/' },
    { path: String.raw`^server/src/database/engine\.ts$` },
    'Only database/ knows which of the two databases runs.',
  ),
  forbid(
    'sql-is-private-to-its-folder',
    { path: '^server/src/([^/]+)/' },
    { path: SQL, pathNot: '^server/src/$1/' },
    'Other folders call the service, which contains the rules.',
  ),
  forbid(
    'sql-is-private-to-folders',
    { pathNot: '^server/src/[^/]+/' },
    { path: SQL },
    'Only the folder itself runs its statements.',
  ),
  forbid(
    'routes-import-no-sql',
    { path: String.raw`\.routes\.ts$` },
    { path: SQL },
    'A handler unpacks, calls one service and returns.',
  ),
  forbid(
    'service-and-sql-import-no-transport',
    { path: String.raw`^server/src/.+\.(service|sql)\.ts$` },
    { path: TRANSPORT, reachable: true },
    'A socket event and a route make the same call.',
  ),
  forbid(
    'realtime-only-in-composition',
    { path: '^server/', pathNot: String.raw`^server/(src/((site|main)\.ts$|realtime/)|test/)` },
    { path: '^server/src/realtime/' },
    'Services publish events; they do not call realtime/.',
  ),
  forbid(
    'oidc-provider-only-in-local-provider',
    { path: '^server/', pathNot: String.raw`^server/src/local-provider/provider\.ts$` },
    { path: pkg('oidc-provider'), dependencyTypesNot: ['type-only'] },
    'The local provider signs anyone in. Production must not load it.',
  ),
  forbid(
    'local-provider-is-loaded-on-demand',
    { path: '^server/' },
    {
      path: String.raw`^server/src/local-provider/provider\.ts$`,
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
    'A static import would load it in production.',
  ),
  forbid(
    'opentelemetry-only-in-its-file',
    { path: '^server/', pathNot: String.raw`^server/src/platform/opentelemetry\.ts$` },
    { path: pkg('@opentelemetry') },
    'A server without traces does not load it.',
  ),
  forbid(
    'traces-and-openapi-are-loaded-on-demand',
    {
      path: '^server/src/',
      pathNot: [TESTS, String.raw`^server/src/openapi/document\.ts$`],
    },
    {
      path: [
        String.raw`^server/src/platform/opentelemetry\.ts$`,
        String.raw`^server/src/openapi/(document|site-api|office-api)\.ts$`,
        pkg('@fastify/swagger|@scalar/fastify-api-reference'),
      ],
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
    'Most servers need none of them, and an idle server must stay small.',
  ),
]

/** The folders of both apps. */
const apps = [
  forbid(
    'features-import-no-other-feature',
    { path: '^(web|office)/src/features/([^/]+)/' },
    { path: '^(web|office)/src/features/', pathNot: '^$1/src/features/$2/' },
    'Pages compose features.',
  ),
  forbid(
    'features-import-nothing-above',
    { path: '^(web|office)/src/features/' },
    { path: '^(web|office)/src/(pages|app)/' },
    'app/ and pages/ import features, not the other way.',
  ),
  forbid(
    'ui-and-lib-import-nothing-above',
    { path: '^(web|office)/src/(ui|lib)/' },
    { path: '^(web|office)/src/(features|pages|app)/' },
    'All features share them.',
  ),
  forbid(
    'ui-imports-no-contract',
    { path: '^(ui-kit|web|office)/src/ui/' },
    { path: '^contract/|@marquee/contract' },
    'A button knows nothing of the cinema.',
  ),
]

/** Browser tests, measurements and tools are around the product. */
const surroundings = [
  forbid(
    'product-imports-nothing-around-it',
    { path: '^(contract|server|ui-kit|web|office)/', pathNot: TESTS },
    { path: '^(e2e|bench|tools)/' },
    'It is shipped without them.',
  ),
  forbid(
    'e2e-and-bench-import-no-product-internals',
    { path: '^(e2e|bench)/', pathNot: String.raw`^bench/parts/passes\.ts$` },
    { path: '^(server|ui-kit|web|office)/', pathNot: '^server/test/' },
    'They run the product as visitors do, with the help of server/test/. Only the signing of passes is measured alone.',
  ),
  forbid(
    'e2e-and-bench-import-not-each-other',
    { path: '^(e2e|bench)/' },
    { path: '^(e2e|bench|tools)/', pathNot: '^$1/' },
    'They share server/test/.',
  ),
  forbid(
    'only-the-list-imports-parts-of-the-benchmark',
    { path: '^bench/', pathNot: String.raw`^bench/part-list\.ts$` },
    { path: '^bench/parts/' },
    'Each part can be measured alone.',
  ),
  forbid(
    'tools-import-no-product',
    { path: '^tools/', pathNot: TESTS },
    { path: '^(contract|server|ui-kit|web|office|e2e|bench)/' },
    'They start it as a process.',
  ),
  forbid(
    'boot-imports-no-other-tool',
    { path: '^tools/boot/', pathNot: TESTS },
    { path: '^tools/', pathNot: '^tools/boot/' },
    'All tools begin with it.',
  ),
]

export default {
  forbidden: [...general, ...contract, ...server, ...apps, ...surroundings],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
}
