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
        root: 'web',
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['test/setup.ts'],
        },
      },
    ],
  },
})
