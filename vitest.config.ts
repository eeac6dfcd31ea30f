import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['skein-source'] },
  ssr: { resolve: { conditions: ['skein-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/*.test.mjs'],
    // Journeys through the app in a real browser take minutes: `npm run test:browser`.
    exclude:
      process.env['SKEIN_BROWSER'] === '1' ? [] : ['**/node_modules/**', '**/browser/journeys-*.test.ts'],
    setupFiles: ['packages/testkit/src/test-isolation.ts'],
    testTimeout: 60_000,
    pool: 'forks',
    // By default one core is left free, which on a machine of two leaves one file at a time.
    maxWorkers: '100%',
  },
})
