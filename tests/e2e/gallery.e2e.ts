/** Every part of the app in every state, in both themes: can everybody read it, and does it fit? */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { GALLERY_DIST, serveGallery } from '../support/gallery.ts'

declare global {
  interface Window {
    gallery: {
      open: (address: string) => Promise<string[]>
      choose: (theme: 'light' | 'dark') => void
    }
    axe: { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> }
  }
}
interface Violation {
  id: string
  nodes: { target: unknown[]; failureSummary?: string }[]
}

const APP_DIST = path.resolve('apps/web/dist')
const SHOTS = process.env.SCREENSHOTS === '1' ? 'test-results/gallery' : null
const AXE = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const TITLE = 'Nothing may be empty, loading or broken in a way that is not here.'

const test = base.extend<{ gallery: Page }, { site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names from the pattern
    async ({}, use) => {
      const { url, close } = await serveGallery()
      await use(url)
      await close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** One page for all addresses; what its console says fails the test. */
  gallery: async ({ browser, site }, use) => {
    const errors: string[] = []
    const context = await browser.newContext({ baseURL: site, reducedMotion: 'reduce' })
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${new URL(page.url()).pathname}: ${message.text()}`)
    })
    page.on('pageerror', (error) => errors.push(`${new URL(page.url()).pathname}: ${error}`))
    await page.goto('/gallery')
    await use(page)
    expect(errors).toEqual([])
    await context.close()
  },
})

/** Every address, with the states that its entry says it shows. */
async function entriesOf(page: Page): Promise<{ address: string; promises: string[] }[]> {
  await page.locator('[data-entry]').first().waitFor()
  return page.locator('[data-entry]').evaluateAll((links) =>
    links.map((link) => ({
      address: link.getAttribute('data-entry') ?? '',
      promises: (link.getAttribute('data-shows') ?? '').split(', ').filter((state) => state !== ''),
    })),
  )
}

/** Answers the states that stand there; an entry that does not come to rest is a problem of its own. */
async function open(page: Page, address: string, problems: string[]): Promise<string[]> {
  try {
    return await page.evaluate((to) => window.gallery.open(to), address)
  } catch (error) {
    problems.push(`${address}: ${String(error).split('\n')[0]}`)
    return []
  }
}

/** In the second theme what colours decide is looked at again, and nothing else. */
async function violationsIn(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  const violations = await page.evaluate(
    async (runOnly) => (await window.axe.run(document, { runOnly, resultTypes: ['violations'] })).violations,
    theme === 'light' ? { type: 'tag', values: TAGS } : { type: 'rule', values: ['color-contrast'] },
  )
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary = '' }) => `${target.join(' ')} ${failureSummary.split('\n')[1] ?? ''}`).join('; ')}`,
  )
}

/** What is wider than its place: the window, or something that scrolls to the side and should not. */
function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isMeant = (element: Element) => element.closest('[role=tablist]') !== null
    return [...document.querySelectorAll('*')]
      .filter((element) => {
        if (element.scrollWidth <= element.clientWidth || isMeant(element)) return false
        return element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX)
      })
      .map((element) => `${element.tagName} ${element.className} ${element.scrollWidth} > ${element.clientWidth}`)
  })
}

test('every state of every part can be read by everybody, light and dark, and stands still where no motion is wanted', async ({
  gallery: page,
}) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 1280, height: 800 })
  const entries = await entriesOf(page)
  await page.addScriptTag({ path: AXE })
  const problems: string[] = []
  for (const { address, promises } of entries) {
    const stands = await open(page, address, problems)
    for (const state of promises) if (!stands.includes(state)) problems.push(`${address} does not show ${state}`)
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    )
    if (moving > 0) problems.push(`${address}: ${moving} animations run`)
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate((next) => window.gallery.choose(next), theme)
      const found = await violationsIn(page, theme)
      problems.push(...found.map((problem) => `${address}, ${theme}: ${problem}`))
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${address.replace('/', '-')}-${theme}.png` })
    }
  }
  expect(entries.length).toBeGreaterThan(100)
  expect(problems).toEqual([])
})

test('[OPEN-094] nothing sticks out on a phone, nor where 1280 px are enlarged to 400 %', async ({ gallery: page }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 390, height: 844 })
  const problems: string[] = []
  for (const { address } of await entriesOf(page)) {
    await open(page, address, problems)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: width === 320 ? 640 : 844 })
      problems.push(...(await stickingOut(page)).map((problem) => `${address}, ${width} px: ${problem}`))
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${address.replace('/', '-')}-${width}.png` })
    }
  }
  expect(problems).toEqual([])
})

test('[CONST-14] [CONST-15] [CONST-16] [CONST-17] [OPEN-094] what changes at 350, 768 and 1024 px, and in which letters', async ({
  gallery: page,
  site,
}) => {
  const fonts: string[] = []
  page.on('response', (response) => /\.woff2$/.test(response.url()) && fonts.push(response.url()))
  const problems: string[] = []
  await open(page, 'shell/inbox', problems)
  expect(problems).toEqual([])
  const status = page.getByRole('button', { name: 'Status: ' })
  const search = page.getByRole('searchbox', { name: 'Search conversations' })
  const word = page.getByRole('navigation', { name: 'Main' }).getByText('Inbox')
  const at = (width: number) => page.setViewportSize({ width, height: 800 })
  const top = async (place: typeof status) => Math.round((await place.boundingBox())?.y ?? Number.NaN)

  await at(349)
  expect(await top(search)).toBeGreaterThan((await top(status)) + 20)
  await at(350)
  expect(Math.abs((await top(search)) - (await top(status)))).toBeLessThan(4)
  const beside = page.getByText('No conversation is open')
  await at(767)
  await expect(beside).toBeHidden()
  await at(768)
  await expect(beside).toBeVisible()
  await at(1023)
  expect((await word.boundingBox())?.width).toBeLessThan(2)
  await at(1024)
  expect((await word.boundingBox())?.width).toBeGreaterThan(20)

  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"?Roboto/)
  await page.reload()
  await page.evaluate(() => document.fonts.ready)
  expect(fonts.length).toBeGreaterThan(0)
  expect(fonts.every((address) => address.startsWith(site))).toBe(true)
})

test('the app that is built holds nothing of its gallery', async ({ site }) => {
  expect(site).not.toBe('')
  expect(await holds(GALLERY_DIST, TITLE)).toBe(true)
  expect(existsSync(path.join(APP_DIST, 'index.html')), 'npm run build comes first').toBe(true)
  expect(await holds(APP_DIST, TITLE)).toBe(false)
  expect(await holds(APP_DIST, 'data-entry')).toBe(false)
  const manifest = JSON.parse(await readFile(path.join(APP_DIST, '.vite/manifest.json'), 'utf8')) as object
  expect(Object.keys(manifest).filter((source) => source.includes('gallery'))).toEqual([])
})

/** Whether one of the built files has these words. */
async function holds(dist: string, words: string): Promise<boolean> {
  const files = await readdir(dist, { recursive: true, withFileTypes: true })
  for (const file of files) {
    if (!file.isFile() || !/\.(js|html|css)$/.test(file.name)) continue
    if ((await readFile(path.join(file.parentPath, file.name), 'utf8')).includes(words)) return true
  }
  return false
}
