import { join } from 'node:path'
import { ROOT } from '../boot/project.mjs'

const bin = (path) => join(ROOT, 'node_modules', path)
const types = (workspace) => ({
  name: `types of ${workspace}`,
  args: [bin('typescript-7/bin/tsc'), '-p', join(ROOT, workspace, 'tsconfig.json')],
})

/** What has to hold before a change is worth testing; each is a script for Node. */
export const steps = [
  {
    name: 'format and lint',
    args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
  },
  ...['contract', 'server', 'web', 'e2e'].map(types),
  { name: 'import law', args: [join(ROOT, 'tools/checks/cruise.mjs')] },
  { name: 'no dead code', args: [bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints'] },
]
