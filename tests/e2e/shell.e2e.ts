/** The shell around the pages. */
import { expect, isLive, rows, test } from './fixtures.ts'

test('slow page shows a blue bar above it, and only while it loads [SHELL-02] [SHELL-03]', async ({ desk }) => {
  const { page } = await desk('lena@demo.test', '/nowhere')
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/inbox-page-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('link', { name: 'Go to inbox' }).click()
  const bar = page.getByRole('progressbar', { name: 'Loading the page' })
  await expect(bar).toBeVisible()
  const { top, width, hue } = await bar.evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('This browser has no 2D canvas')
    context.fillStyle = getComputedStyle(element.firstElementChild ?? element).backgroundColor
    context.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data
    const spread = Math.max(r, g, b) - Math.min(r, g, b)
    const { y, width } = element.getBoundingClientRect()
    return { top: y, width, hue: Math.max(r, g, b) === b ? 240 + (60 * (r - g)) / spread : null }
  })
  expect([top, width]).toEqual([0, 1440])
  expect(hue).toBeGreaterThan(210)
  expect(hue).toBeLessThan(260)
  release()
  await isLive(page)
  await expect(bar).toHaveCount(0)
})

test('page says so when its code fails to load, and loads once it can [SHELL-13]', async ({ desk, allowConsole }) => {
  allowConsole(/dynamically imported module|net::ERR|404|Failed to load/)
  const { page } = await desk('lena@demo.test', '/nowhere')
  const alert = page.getByRole('alert')
  for (const [chunk, path, heading] of [
    ['inbox-page', '/inbox', 'Inbox could not be loaded'],
    ['signed-in', '/inbox', 'Inbox could not be loaded'],
    ['sign-in-page', '/sign-in', 'Sign in could not be loaded'],
  ] as const) {
    const gone = `**/assets/${chunk}-*.js`
    await page.route(gone, (route) => route.abort())
    await page.goto(path)
    await expect(alert.getByRole('heading')).toHaveText(heading)
    await page.unroute(gone)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toHaveCount(0)
    await expect(page.locator('main')).not.toBeEmpty()
  }

  // A new version has replaced this one and its files.
  await page.goto('/nowhere')
  await page.route('**/assets/inbox-page-*.js', (route) => route.fulfill({ status: 404 }))
  await page.route('/', (route) => route.fulfill({ body: '<div id="root"></div><script src="/assets/index-2.js">' }))
  await page.getByRole('link', { name: 'Go to inbox' }).click()
  await expect(alert.getByRole('heading')).toHaveText('A new version is available')
  await page.unrouteAll()
  await alert.getByRole('button', { name: 'Reload' }).click()
  // The old page may be live too; only the reloaded one has rows.
  await expect(rows(page).first()).toBeVisible()
  await isLive(page)
})

test('404 page lets members of several organizations switch [SHELL-08]', async ({ desk }) => {
  const { page } = await desk('sam@demo.test')
  await isLive(page)
  await page.goto('/nowhere')
  await page.getByRole('button', { name: 'Switch organization' }).click()
  await page.getByRole('menuitem', { name: 'Lakeside Hospital' }).click()
  await expect(page).toHaveURL(/\/inbox\?organizationId=org_lakeside/)
  await isLive(page)
})
