/** What surrounds the pages. */
import { expect, isLive, test } from './fixtures.ts'

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
    const context = document.createElement('canvas').getContext('2d')
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
