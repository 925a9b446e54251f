/** Every rule is an error: an exception is a change of the law, not of a severity. */
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

const TESTS = String.raw`\.test\.(ts|tsx|mjs)$|^(server|web)/test/`
const OTHERS = '^(server|web|e2e|tools|bench)/'
const SQL = String.raw`\.sql\.ts$`
const pkg = (names) => `(^|node_modules/)(${names})(/|$)`
const TRANSPORT = pkg('fastify|@fastify|fastify-type-provider-zod|socket\\.io|socket\\.io-client')

export default {
  forbidden: [
    forbid(
      'no-circles',
      {},
      { circular: true },
      'Two modules that need each other are one module.',
    ),
    forbid(
      'imports-resolve',
      {},
      { couldNotResolve: true },
      'An import that leads nowhere is one no other rule can judge.',
    ),
    forbid(
      'contract-imports-neither-side',
      { path: '^contract/' },
      { path: OTHERS },
      'What both sides agree on cannot depend on one of them.',
    ),
    forbid(
      'contract-knows-zod-alone',
      { path: '^contract/', pathNot: TESTS },
      { pathNot: ['^contract/', OTHERS, pkg('zod')] },
      'It runs in a browser and on the server, and weighs on the first page.',
    ),
    forbid(
      'server-never-imports-web',
      { path: '^server/' },
      { path: '^web/' },
      'They meet in contract/.',
    ),
    forbid(
      'web-never-imports-server',
      { path: '^web/' },
      { path: '^server/' },
      'They meet in contract/.',
    ),
    forbid(
      'driver-behind-sql',
      { path: '^server/', pathNot: [SQL, '^server/(src/database|migrations|test)/'] },
      { path: [pkg('kysely|pg'), '^(node:)?sqlite$'] },
      'Statements live in *.sql.ts; connections, dialects and migrations in database/.',
    ),
    forbid(
      'one-set-of-statements',
      { pathNot: '^server/src/database/' },
      { path: String.raw`^server/src/database/engine\.ts$` },
      'What differs between the two databases has a name in database/.',
    ),
    forbid(
      'sql-is-private',
      { path: '^server/src/([^/]+)/' },
      { path: SQL, pathNot: '^server/src/$1/' },
      'Other features call the service, which keeps the rule around the statement.',
    ),
    forbid(
      'sql-is-private-to-features',
      { pathNot: '^server/src/[^/]+/' },
      { path: SQL },
      'Nothing outside a feature runs its statements.',
    ),
    forbid(
      'routes-never-import-sql',
      { path: String.raw`\.routes\.ts$` },
      { path: SQL },
      'A handler unpacks, calls one service and returns.',
    ),
    forbid(
      'core-knows-no-transport',
      { path: String.raw`^server/src/.+\.(service|sql)\.ts$` },
      { path: TRANSPORT, reachable: true },
      'A socket event and a route make the same call.',
    ),
    forbid(
      'realtime-is-plugged-in',
      { path: '^server/', pathNot: String.raw`^server/(src/((app|main)\.ts$|realtime/)|test/)` },
      { path: '^server/src/realtime/' },
      'Services get publish as a function.',
    ),
    forbid(
      'local-provider-comes-late',
      { path: '^server/', pathNot: '^server/src/local-provider/provider\\.ts$' },
      { path: pkg('oidc-provider'), dependencyTypesNot: ['type-only'] },
      'Production never loads what lets anybody in as a sample person.',
    ),
    forbid(
      'local-provider-is-asked-for',
      { path: '^server/' },
      {
        path: '^server/src/local-provider/provider\\.ts$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
      'Its code is loaded by whoever needs it, at that moment.',
    ),
    forbid(
      'features-stand-apart',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
      'Pages compose features.',
    ),
    forbid(
      'features-import-nothing-above',
      { path: '^web/src/features/' },
      { path: '^web/src/(pages|app)/' },
      'app and pages know features, never the other way.',
    ),
    forbid(
      'ui-and-lib-import-nothing-above',
      { path: '^web/src/(ui|lib)/' },
      { path: '^web/src/(features|pages|app)/' },
      'What all share knows none of them.',
    ),
    forbid(
      'ui-knows-no-contract',
      { path: '^web/src/ui/' },
      { path: '^contract/|@marquee/contract' },
      'A button has no word of the cinema in it.',
    ),
    forbid(
      'product-never-imports-tests',
      { path: '^(contract|server|web)/', pathNot: TESTS },
      { path: TESTS },
      'What is shipped does not need what tries it.',
    ),
  ],
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
