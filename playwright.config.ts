import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, browserPath } from './scripts/browser.ts'

const executablePath = browserPath()

/** They take minutes and need no shared world, so they begin first and no worker waits at the end for one of them. */
const LONG = ['**/gallery.e2e.ts', '**/new-area.e2e.ts']

export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'screens', testMatch: '**/*.e2e.ts', testIgnore: LONG },
  ],
  outputDir: 'test-results/e2e',
  // A world each. More than the cores of the smallest machine take longer, and starve each other.
  workers: 2,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  retries: 0,
  forbidOnly: true,
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // It takes a tenth of the time: `npx playwright test --trace retain-on-failure <file>` writes it for whoever asks.
    trace: 'off',
    launchOptions: { args: BROWSER_FLAGS, ...(executablePath ? { executablePath } : {}) },
  },
})
