import { defineConfig } from 'vitest/config'
import { LongestFirst } from './vitest.order.ts'

/** Pure packages, as scripts/boundaries.mjs holds them to be: no runtime is touched, so nothing is left for the next file. */
const PURE = ['transcript', 'redact', 'view'].map((name) => `packages/${name}/src/**/*.test.ts`)

export default defineConfig({
  resolve: { conditions: ['skein-source'] },
  ssr: { resolve: { conditions: ['skein-source'] } },
  test: {
    globalSetup: ['scripts/test-setup.mjs'],
    setupFiles: ['packages/testkit/src/test-isolation.ts'],
    // For what hangs, not for what is slow: machines that do other things take many times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    // By default one core is left free, which on a machine of two leaves one file at a time.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/*.test.mjs'],
          exclude: ['**/node_modules/**', ...PURE],
        },
      },
      // A process a file costs more than most of these files do.
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
    ],
  },
})
