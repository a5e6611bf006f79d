/** The gate before a commit: types, lint, rooms, shape, unit tests. Aims at less than a minute. `--static` leaves the tests out. */
import { runChecks, STATIC_CHECKS, UNIT_TESTS } from './checks.ts'

const { failed } = await runChecks(STATIC_CHECKS)
const tests = process.argv.includes('--static') ? { failed: 0 } : await runChecks(UNIT_TESTS)
process.exitCode = failed + tests.failed === 0 ? 0 : 1
