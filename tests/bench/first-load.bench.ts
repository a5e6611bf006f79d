/** Measures in Chromium what a browser receives until a screen can be used, as the server compressed it. */
import { type Browser, chromium } from 'playwright'
import { BROWSER_FLAGS, browserPath } from '../../scripts/browser.ts'
import { FIRST_LOAD_LIMITS, type FirstLoad, firstLoad } from '../support/first-load.ts'
import { createWorld, DEMO_PASSWORD } from '../support/world.ts'
import type { Row } from './statistics.ts'

export async function benchFirstLoad(): Promise<Row[]> {
  const world = await createWorld()
  const executablePath = browserPath()
  const browser = await chromium.launch({ args: BROWSER_FLAGS, ...(executablePath ? { executablePath } : {}) })
  try {
    const signIn = await inNewBrowser(browser, (page) =>
      firstLoad(page, `${world.url}/sign-in`, () => page.getByLabel('Email').fill('lena@demo.test')),
    )
    const inbox = await inNewBrowser(browser, async (page) => {
      const form = { email: 'lena@demo.test', password: DEMO_PASSWORD }
      await page.context().request.post(`${world.url}/api/auth/login`, { form, maxRedirects: 0 })
      return firstLoad(page, `${world.url}/inbox`, async () => {
        await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().waitFor()
        await page.getByRole('status', { name: 'Connection' }).getByText('Live').waitFor()
      })
    })
    return [...rowsOf('sign-in', signIn, FIRST_LOAD_LIMITS.signIn), ...rowsOf('inbox', inbox, FIRST_LOAD_LIMITS.inbox)]
  } finally {
    await browser.close()
    await world.stop()
  }
}

async function inNewBrowser<T>(browser: Browser, look: (page: Awaited<ReturnType<Browser['newPage']>>) => Promise<T>) {
  const page = await browser.newPage()
  try {
    return await look(page)
  } finally {
    await page.close()
  }
}

/** A page over its limit fails the run on every machine. */
function rowsOf(what: string, { bytes, total }: FirstLoad, most: number): Row[] {
  return [
    { what, figure: kb(total), aim: `${kb(most)} or less`, isMissed: total > most },
    ...(['script', 'stylesheet', 'answers', 'font'] as const).map((kind) => {
      const isAfter = kind === 'font' ? ' (after it)' : ''
      return { what: `${what}: ${kind}${isAfter}`, figure: kb(bytes[kind]) }
    }),
  ]
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
