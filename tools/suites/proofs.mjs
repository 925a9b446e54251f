/** What a title leaves open until it runs: `%s` of a table of cases, `${name}` of a template. */
const HOLE = /%[sdifjoO#$]|\$\{[^}]+\}|\$[\w.]+/
const literally = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The tests that a name means: those called so, or else those of a table that have it as one of their cases. */
function meant({ path, title }, outcomes) {
  const pattern = title.split(HOLE).map(literally).join('.*')
  const inFile = outcomes.filter((outcome) => outcome.path === path)
  const called = (words) => inFile.filter((outcome) => words.test(outcome.title))
  const exactly = called(new RegExp(`^${pattern}$`, 's'))
  return exactly.length > 0 ? exactly : called(new RegExp(pattern, 's'))
}

const POSTGRES = '(PostgreSQL)'

/** What named tests lack to be proofs: each has to have run, and to have passed wherever it ran. */
export function unproven(proofs, outcomes, { postgres }) {
  const faults = proofs.flatMap((proof) => {
    const tests = meant(proof, outcomes)
    const told = `${proof.document}: ${proof.path} "${proof.title}"`
    if (tests.length === 0) return [`${told} did not run`]
    const judged = postgres ? tests : tests.filter(({ group }) => !group.includes(POSTGRES))
    const [bad] = judged.filter(({ state }) => state !== 'passed')
    return bad ? [`${told} was ${bad.state}: ${bad.group} ${bad.title}`.trim()] : []
  })
  return [...new Set(faults)]
}

/** Which suite runs a test file. */
export const suiteOf = (path = '') => (path.startsWith('e2e/') ? 'e2e' : 'unit')
