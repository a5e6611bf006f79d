/** What changes at the three widths, to the pixel; the typeface; the bar of a slow change of page. */
import type { Page } from '@playwright/test'
import { conversations, expect, isLive, messages, rows, test } from './fixtures.ts'

const labelOf = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByText('Inbox', { exact: true })

/** A label that only screen readers have is a pixel wide. */
async function labelIsShown(page: Page): Promise<boolean> {
  return ((await labelOf(page).boundingBox())?.width ?? 0) > 10
}

test('[CONST-14] [CONST-15] [CONST-16] [OPEN-094] the layout changes at 350, 768 and 1024 px', async ({ desk }) => {
  const { page } = await desk('lena@demo.test', '/inbox', { viewport: { width: 349, height: 700 } })
  await isLive(page)
  const height = 700
  const shown: Record<number, boolean> = {}
  for (const width of [349, 350, 767, 1023, 1024]) {
    await page.setViewportSize({ width, height })
    shown[width] = await labelIsShown(page)
  }
  expect(shown).toEqual({ 349: false, 350: true, 767: true, 1023: false, 1024: true })

  await rows(page).first().click()
  await page.setViewportSize({ width: 767, height })
  await expect(messages(page)).toBeVisible()
  await expect(conversations(page)).toBeHidden()
  await page.setViewportSize({ width: 768, height })
  await expect(messages(page)).toBeVisible()
  await expect(conversations(page)).toBeVisible()
})

test('[CONST-17] the typeface is Roboto, from this server', async ({ visitor, world }) => {
  const { page } = await visitor('/sign-in')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const { family, files } = await page.evaluate(async () => {
    await document.fonts.ready
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    return {
      family: getComputedStyle(document.body).fontFamily,
      files: loaded.filter((name) => /\.(woff2?|ttf|otf)(\?|$)/.test(name)),
    }
  })
  expect(family).toMatch(/^"?Roboto\b/)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(file).toMatch(new RegExp(`^${new URL(world.url).origin}/assets/roboto`))
})

test('[SHELL-02] [SHELL-03] a page that takes its time has a blue bar above it, and only while it does', async ({
  desk,
}) => {
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
    const [context] = [document.createElement('canvas').getContext('2d')]
    if (!context) throw new Error('This browser draws nothing')
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
