import { vi } from 'vitest'

/**
 * What comes is waited for as long as it takes on a busy machine. The second that Vitest waits by itself is nobody's choice:
 * a machine that stops for it once turns a test red. Where a deadline is what is tested, the test names its own.
 */
const PATIENCE_MS = 10_000

const { waitFor } = vi
const patiently: typeof waitFor = (check, options = {}) =>
  waitFor(check, { timeout: PATIENCE_MS, ...(typeof options === 'number' ? { timeout: options } : options) })

// Files of a worker share it.
if (waitFor.name !== patiently.name) vi.waitFor = patiently
