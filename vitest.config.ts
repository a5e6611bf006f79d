import { createRequire } from 'node:module'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { callTable } from './apps/web/build/call-table.ts'
import { eventTable } from './apps/web/build/event-table.ts'

const setupFiles = ['./tests/support/quiet.ts', './tests/support/patience.ts']

/**
 * One more than the two cores of the smallest machine: while a worker waits for its database or a process, the others work.
 * Every project has the same number, so that projects run side by side and no core waits for the end of one.
 */
const maxWorkers = 3

/** The files of a worker share modules and page, because creating both took most of the time. Each file cleans up after itself. */
const isolate = false

/** Many times what any test takes on an idle machine: no test fails because another program keeps the processor busy. */
const testTimeout = 120_000

/** The same limit as `vi.waitFor` has by `patience.ts`. */
const patient = { poll: { timeout: 60_000 } }

/** Vite would take another build of this package than Node does for its dependents, and one process may have one build only. */
const resolve = { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] }

/** These files mock modules, so each has modules of its own. */
const MOCKED = '**/*.mocked.test.{ts,tsx}'

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          maxWorkers,
          isolate,
          environment: 'node',
          include: [
            'packages/**/*.test.ts',
            'apps/{api,relay,sandbox}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/{bench,calls,chaos,live,model,support}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/*.{pg,redis,chaos}.test.ts'],
          setupFiles,
          expect: patient,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      web({ name: 'web', isolate, include: ['apps/web/**/*.test.{ts,tsx}'], exclude: ['**/node_modules/**', MOCKED] }),
      web({ name: 'web-mocked', include: [MOCKED] }),
      {
        resolve,
        test: {
          name: 'pg',
          maxWorkers,
          isolate,
          environment: 'node',
          include: ['apps/**/*.pg.test.ts', 'tests/**/*.pg.test.ts'],
          globalSetup: ['./tests/support/postgres-server.ts'],
          setupFiles,
          expect: patient,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'redis',
          maxWorkers,
          environment: 'node',
          include: ['apps/**/*.redis.test.ts'],
          setupFiles,
          expect: patient,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'chaos',
          // A world of processes has the machine to itself, after everything else.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          environment: 'node',
          include: ['tests/chaos/*.chaos.test.ts'],
          setupFiles,
          expect: patient,
        },
      },
    ],
  },
})

function web(test: { name: string; isolate?: boolean; include: string[]; exclude?: string[] }) {
  const ownToo = [...setupFiles, './apps/web/test/setup.ts']
  return {
    plugins: [react(), callTable(), eventTable()],
    test: {
      ...{ ...test, maxWorkers, environment: 'jsdom', setupFiles: ownToo },
      ...{ expect: patient, testTimeout, hookTimeout: testTimeout },
    },
  }
}
