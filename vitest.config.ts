import { defineConfig } from 'vitest/config'

const node = (name: string, include: string[]) => ({
  test: { name, include, environment: 'node' as const },
})

export default defineConfig({
  test: {
    projects: [
      node('contract', ['contract/**/*.test.ts']),
      node('server', ['server/**/*.test.ts']),
      node('tools', ['tools/**/*.test.{mjs,ts}']),
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['./web/test/setup.ts'],
        },
      },
    ],
  },
})
