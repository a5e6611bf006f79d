/** Visits every part of the app in every state, in both themes, and checks that it is readable and fits. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { GALLERY_DIST, serveGallery } from '../../scripts/gallery.ts'
import { lengthsOfFields } from '../support/text-fields.ts'
import { violationsOf } from './violations.ts'

declare global {
  interface Window {
    gallery: {
      open: (address: string) => Promise<string[]>
      choose: (theme: Theme) => void
    }
  }
}
type Theme = 'light' | 'dark'
interface Entry {
  address: string
  /** The states that the entry says it shows. */
  promises: string[]
}
interface Typed {
  name: string
  /** -1 if the length is not limited. */
  max: number
}
interface Screen {
  width: number
  height: number
  /** Emulates a touch screen. */
  touch?: boolean
}
/** Returns the problems of an entry. */
type Look = (page: Page, entry: Entry) => Promise<string[]>

const APP_DIST = path.resolve('apps/web/dist')
const SHOTS = process.env.SCREENSHOTS === '1' ? 'test-results/gallery' : null
const TITLE = 'Nothing may be empty, loading or broken in a way that is not here.'
/**
 * `npm run test:deep` applies every rule in both themes, and opens every entry at both small widths. `npm test` applies the rules
 * that do not depend on colours in one theme, and opens each entry at one of the small widths.
 */
const IS_DEEP = process.env.GALLERY === 'deep'
/** While one page waits for its entry to render, the others are checked. */
const PAGES = 4
const DESK: Screen = { width: 1280, height: 800 }

/** These tests take long, so all workers share them. */
base.describe.configure({ mode: 'parallel' })

interface Fixtures {
  galleryPage: (screen: Screen) => Promise<Page>
  /** Visits all entries that are chosen by their number, and returns all problems found. */
  everyEntry: (screen: Screen, look: Look, isChosen?: (number: number) => boolean) => Promise<string[]>
  /** The console output, with the address of its page. */
  said: string[]
}

const test = base.extend<Fixtures, { site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names from the pattern
    async ({}, use) => {
      const { url, close } = await serveGallery()
      await use(url)
      await close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names from the pattern
  said: async ({}, use) => {
    const said: string[] = []
    await use(said)
    expect(said).toEqual([])
  },
  galleryPage: async ({ browser, site, said }, use) => {
    await use(async ({ touch = false, ...viewport }) => {
      const held = { hasTouch: touch, isMobile: touch }
      const page = await browser.newPage({ baseURL: site, reducedMotion: 'reduce', viewport, ...held })
      const at = () => new URL(page.url()).pathname
      page.on('console', (message) => {
        if (message.type() === 'error') said.push(`${at()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => said.push(`${at()}: ${error}`))
      await page.goto('/gallery')
      await page.locator('[data-entry]').first().waitFor()
      return page
    })
  },
  everyEntry: async ({ galleryPage, said }, use) => {
    await use(async (screen, look, isChosen = () => true) => {
      const pages = await Promise.all(Array.from({ length: PAGES }, () => galleryPage(screen)))
      const [first] = pages
      const entries = first ? await entriesOf(first) : []
      expect(entries.length).toBeGreaterThan(150)
      const wrong: string[][] = []
      const left = entries.entries()
      const goOn = async (page: Page) => {
        for (const [place, entry] of left) if (isChosen(place)) wrong[place] = await look(page, entry)
        await page.close()
      }
      await Promise.all(pages.map(goOn))
      return [...wrong.flat(), ...said.splice(0)]
    })
  },
})
// No trace is needed, because each problem names its entry's address.
test.use({ trace: 'off' })

async function entriesOf(page: Page): Promise<Entry[]> {
  return page.locator('[data-entry]').evaluateAll((links) =>
    links.map((link) => ({
      address: link.getAttribute('data-entry') ?? '',
      promises: (link.getAttribute('data-shows') ?? '').split(', ').filter((state) => state !== ''),
    })),
  )
}

/** An entry that does not finish rendering, or does not show its state, is a problem itself. */
async function open(page: Page, { address, promises }: Entry): Promise<string[]> {
  try {
    const stands = await page.evaluate((to) => window.gallery.open(to), address)
    return promises
      .filter((state) => !stands.includes(state))
      .map((state) => `${address} does not show ${state} but ${stands.join(', ')}`)
  } catch (error) {
    return [`${address}: ${String(error).split('\n')[0]}`]
  }
}

/** With reduced motion animations last 1 ms; on a busy machine one may still be running. */
function animationsThatStay(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const left = () => document.getAnimations().filter(({ playState }) => playState === 'running')
    const late = new Promise((resolve) => setTimeout(resolve, 60_000))
    await Promise.race([late, Promise.allSettled(left().map(({ finished }) => finished))])
    return left().length
  })
}

async function shoot(page: Page, address: string, name: string | number) {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${address.replace('/', '-')}-${name}.png` })
}

/** Returns the text fields and their maximum lengths. */
function textFields(page: Page): Promise<Typed[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
      .filter(({ type }) => /^(text|search|email|password|tel|url|textarea)$/.test(type))
      .map((field) => ({
        name: [...new Set([field.ariaLabel ?? field.labels?.[0]?.textContent, field.placeholder])]
          .filter(Boolean)
          .join(', '),
        max: field.maxLength,
      })),
  )
}

/** Returns elements that are wider than their container: the window, or an element that should not scroll sideways. */
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

/** One visit serves all checks at this width, because opening an entry takes as long as a check. */
test('gallery is accessible in every state, light and dark, and static when reduced motion is preferred, and its fields take as much as the calls take', async ({
  everyEntry,
}) => {
  test.setTimeout(1_800_000)
  /** The theme of each page. It stays for the next entry's first check, because a change rerenders everything. */
  const themes = new Map<Page, Theme>()
  const typed = new Map<string, Set<number>>()
  const look: Look = async (page, entry) => {
    const { address } = entry
    const stands = themes.get(page) ?? 'light'
    const problems = await open(page, entry)
    for (const { name, max } of await textFields(page)) typed.set(name, (typed.get(name) ?? new Set()).add(max))
    const moving = await animationsThatStay(page)
    if (moving > 0) problems.push(`${address}: ${moving} animations run`)
    for (const theme of [stands, stands === 'light' ? 'dark' : 'light'] satisfies Theme[]) {
      themes.set(page, theme)
      await page.evaluate((next) => window.gallery.choose(next), theme)
      const onlyColours = !IS_DEEP && theme !== stands
      const found = await violationsOf(page, { onlyColours })
      problems.push(...found.map((problem) => `${address}, ${theme}: ${problem}`))
      await shoot(page, address, theme)
    }
    return problems
  }
  expect(await everyEntry(DESK, look)).toEqual([])
  const held = [...typed].map(([name, maxima]) => [name, [...maxima].toSorted((a, b) => a - b)] as const)
  expect(Object.fromEntries(held)).toEqual(lengthsOfFields())
})

for (const [turn, [where, screen]] of Object.entries([
  ['on a phone', { width: 390, height: 844, touch: true }],
  ['where 1280 px are enlarged to 400 %', { width: 320, height: 640 }],
] as const)) {
  test(`gallery entries do not overflow sideways ${where} [OPEN-094]`, async ({ everyEntry }) => {
    const look: Look = async (page, entry) => {
      const problems = await open(page, entry)
      await shoot(page, entry.address, screen.width)
      return [...problems, ...(await stickingOut(page)).map((problem) => `${entry.address}: ${problem}`)]
    }
    const wrong = await everyEntry(screen, look, (number) => IS_DEEP || number % 2 === Number(turn))
    expect(wrong).toEqual([])
  })
}

test('layout changes at 350, 768 and 1024 px, and uses the specified fonts [CONST-14] [CONST-15] [CONST-16] [CONST-17] [OPEN-094]', async ({
  galleryPage,
  site,
}) => {
  const page = await galleryPage({ width: 1280, height: 800 })
  const fonts: string[] = []
  page.on('response', (response) => /\.woff2$/.test(response.url()) && fonts.push(response.url()))
  expect(await open(page, { address: 'shell/inbox', promises: [] })).toEqual([])
  const status = page.getByRole('button', { name: 'Status: ' })
  const search = page.getByRole('searchbox', { name: 'Search conversations' })
  const word = page.getByRole('navigation', { name: 'Main' }).getByText('Inbox')
  const at = (width: number) => page.setViewportSize({ width, height: 800 })
  const middle = async (place: typeof status) => {
    const { y, height } = (await place.boundingBox()) ?? { y: Number.NaN, height: 0 }
    return y + height / 2
  }

  const below = async () => (await middle(search)) - (await middle(status))
  const wordWidth = async () => (await word.boundingBox())?.width

  await at(349)
  await expect.poll(below).toBeGreaterThan(20)
  await at(350)
  await expect.poll(async () => Math.abs(await below())).toBeLessThan(4)
  const beside = page.getByText('No conversation is open')
  await at(767)
  await expect(beside).toBeHidden()
  await at(768)
  await expect(beside).toBeVisible()
  await at(1023)
  await expect.poll(wordWidth).toBeLessThan(2)
  await at(1024)
  await expect.poll(wordWidth).toBeGreaterThan(20)

  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"?Roboto/)
  await page.reload()
  // The font is requested once there is text to render, which may be after the page has loaded.
  await expect.poll(() => fonts.length).toBeGreaterThan(0)
  await page.evaluate(() => document.fonts.ready)
  expect(fonts.every((address) => address.startsWith(site))).toBe(true)
})

test('built app contains nothing of the gallery', async ({ site }) => {
  expect(site).not.toBe('')
  expect(await holds(GALLERY_DIST, TITLE)).toBe(true)
  expect(existsSync(path.join(APP_DIST, 'index.html')), 'npm run build comes first').toBe(true)
  expect(await holds(APP_DIST, TITLE)).toBe(false)
  expect(await holds(APP_DIST, 'data-entry')).toBe(false)
  const manifest = JSON.parse(await readFile(path.join(APP_DIST, '.vite/manifest.json'), 'utf8')) as object
  expect(Object.keys(manifest).filter((source) => source.includes('gallery'))).toEqual([])
})

/** True if one of the built files contains these words. */
async function holds(dist: string, words: string): Promise<boolean> {
  const files = await readdir(dist, { recursive: true, withFileTypes: true })
  for (const file of files) {
    if (!file.isFile() || !/\.(js|html|css)$/.test(file.name)) continue
    if ((await readFile(path.join(file.parentPath, file.name), 'utf8')).includes(words)) return true
  }
  return false
}
