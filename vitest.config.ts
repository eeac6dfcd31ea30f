import { defineConfig } from 'vitest/config'
import { LongestFirst } from './vitest.order.ts'

const BROWSER = 'packages/testkit/src/browser/**/*.test.ts'

/**
 * A process each: these follow files. In a process that has watched the folders of many other files, changes were told a minute
 * late, by the slow look alone.
 */
const APART = [
  'packages/testkit/src/{server,store}/**/*.test.ts',
  'packages/server/src/**/*.test.ts',
  'packages/store/src/files/watch/**/*.test.ts',
]

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
    // A process a file costs more than most files do. test-isolation.ts holds each file to leave the process as it found it.
    isolate: false,
    // By default one core is left free, which on a machine of two leaves one file at a time.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // Files of a project share a worker: those in the browser share one Chromium.
    projects: [
      { extends: true, test: { name: 'browser', include: [BROWSER] } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/*.test.mjs'],
          exclude: ['**/node_modules/**', BROWSER, ...APART],
        },
      },
      { extends: true, test: { name: 'apart', include: APART, isolate: true } },
    ],
  },
})
