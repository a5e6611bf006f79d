import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { callTable } from './apps/web/build/call-table.ts'
import { eventTable } from './apps/web/build/event-table.ts'

const setupFiles = ['./tests/support/quiet.ts', './tests/support/patience.ts']

/** The same for every project, so that they run beside one another and no core waits for the last one of another. */
const maxWorkers = 2

/** Files of a worker share its modules and its page: most of the time went into making both anew. Each cleans up after itself. */
const isolate = false

/** Several times what any takes where nothing else runs. */
const testTimeout = 20_000

/** As `vi.waitFor` has it by `patience.ts`. */
const patient = { poll: { timeout: 10_000 } }

/** A module is mocked only for a file that loads it first: these have modules of their own. */
const MOCKED = '**/*.mocked.test.{ts,tsx}'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers,
          isolate,
          environment: 'node',
          include: [
            'packages/**/*.test.ts',
            'apps/{api,relay,sandbox}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/{chaos,live,model,support}/**/*.test.ts',
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
          hookTimeout: 60_000,
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
