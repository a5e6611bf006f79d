import { vi } from 'vitest'

/**
 * Waits as long as a busy machine may need. Vitest's default of one second fails when the machine pauses once. A test
 * of a deadline names its own limit.
 */
const PATIENCE_MS = 60_000

const { waitFor } = vi
const patiently: typeof waitFor = (check, options = {}) =>
  waitFor(check, { timeout: PATIENCE_MS, ...(typeof options === 'number' ? { timeout: options } : options) })

// Test files of one worker share the `vi` object.
if (waitFor.name !== patiently.name) vi.waitFor = patiently
