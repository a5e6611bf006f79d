import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, browserPath } from './scripts/browser.ts'

const executablePath = browserPath()

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  retries: 0,
  forbidOnly: true,
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Without its film, which takes a quarter of the time; the pages themselves are in it.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: { args: BROWSER_FLAGS, ...(executablePath ? { executablePath } : {}) },
  },
})
