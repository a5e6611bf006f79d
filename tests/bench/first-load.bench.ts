/** What the browser must fetch as JavaScript before a screen stands, gzipped as the edge would: seen in Chromium. */
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright'
import { BROWSER_FLAGS, browserPath } from '../../scripts/browser.ts'
import { createWorld, DEMO_PASSWORD } from '../support/world.ts'
import type { Row } from './statistics.ts'

export async function benchFirstLoad(): Promise<Row[]> {
  const world = await createWorld()
  const executablePath = browserPath()
  const browser = await chromium.launch({ args: BROWSER_FLAGS, ...(executablePath ? { executablePath } : {}) })
  try {
    const signIn = await scriptsOf(browser, `${world.url}/sign-in`, null)
    const inbox = await scriptsOf(browser, `${world.url}/inbox`, 'lena@demo.test')
    return [budget('sign-in', signIn, 125), budget('inbox', inbox, 215)]
  } finally {
    await browser.close()
    await world.stop()
  }
}

/** Of a budget in KB; what is over it breaks the promise of a quick first screen wherever it is run. */
function budget(what: string, bytes: number, most: number): Row {
  return { what, figure: kb(bytes), aim: `${most} KB or less`, isMissed: bytes > most * 1000 }
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB gzip`

async function scriptsOf(browser: Browser, url: string, email: string | null): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  if (email) {
    await context.request.post(new URL('/api/auth/login', url).href, {
      form: { email, password: DEMO_PASSWORD },
      maxRedirects: 0,
    })
  }
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  await page.goto(url)
  if (email) await page.getByRole('list', { name: 'Conversations' }).getByText(/\w/).first().waitFor()
  await page.waitForLoadState('networkidle')
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await context.close()
  return total
}
