/**
 * Pictures of the running application for each of the design's mock-ups, in both themes, from a world that is made for
 * them and thrown away. `npm run screenshots` writes them to docs/screenshots/.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { boardPictures } from './board-screenshots.ts'
import { BROWSER_FLAGS, browserPath } from './browser.ts'
import { builderPictures } from './builder-screenshots.ts'
import { campaignPictures } from './campaign-screenshots.ts'
import { DEMO_PASSWORD, type DemoWorld, startDemoWorld } from './demo-world.ts'
import { serveGallery } from './gallery.ts'
import { statesBoard } from './states-board.ts'
import { uploadPictures } from './upload-screenshots.ts'
import { visitPictures } from './visit-screenshots.ts'

const PICTURES = path.resolve(import.meta.dirname, process.env.SCREENSHOTS_DIR ?? '../docs/screenshots')
type Size = { readonly width: number; readonly height: number }
const DESK: Size = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const TABLET = { width: 820, height: 1180 }
const THEMES = ['light', 'dark'] as const

/** Patients of the demo's first screen: he is late for his visit, she has one more question. */
const MIGUEL = '+15125550167'
const ROSALIND = '+15125550142'
const LATE = 'Running about 10 min late, sorry. Parking lot is full'
const ANOTHER = 'And may my husband come with me?'

const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })

const executablePath = browserPath()
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: BROWSER_FLAGS })
const world = await startDemoWorld()
try {
  mkdirSync(PICTURES, { recursive: true })
  await takePictures(world)
} finally {
  await browser.close()
  await world.stop()
}

async function takePictures(demo: DemoWorld): Promise<void> {
  const kit = { url: demo.url, devices: { '': DESK, '-tablet': TABLET, '-phone': PHONE }, signedIn, keep }
  await visitPictures(kit)
  await uploadPictures(kit)
  await campaignPictures(kit)
  await builderPictures(kit)
  await boardPictures(kit)
  const dana = await signedIn(demo.url, 'dana@demo.test', DESK)
  await openConversation(await dana.newPage(), demo.url, 'Rosalind Carver')
  await signInPage(demo.url)
  await threads(demo)
  await phoneList(demo)
  await arrival(demo)
  await states()
}

/** Mock-up 10. */
async function signInPage(url: string): Promise<void> {
  for (const colorScheme of THEMES) {
    const page = await (await browser.newContext({ viewport: DESK, colorScheme })).newPage()
    await page.goto(`${url}/sign-in?returnTo=${encodeURIComponent('/inbox?tab=unread')}`)
    await page.getByLabel('Email').fill('lena@demo.test')
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await take(page, `10-sign-in-${colorScheme}`)
    await page.setViewportSize(PHONE)
    await take(page, `10-sign-in-phone-${colorScheme}`)
    await page.context().close()
  }
}

/** Mock-ups 01 and 02, the thread: on a desk, a tablet and a phone that stand side by side. */
async function threads(demo: DemoWorld): Promise<void> {
  const [desk, tablet, mobile] = await Promise.all(
    [DESK, TABLET, PHONE].map(async (viewport) => {
      const page = await (await signedIn(demo.url, 'lena@demo.test', viewport)).newPage()
      await openConversation(page, demo.url, 'Rosalind Carver')
      return page
    }),
  )
  if (!desk || !tablet || !mobile) throw new Error('A page is missing.')
  const pages = [desk, tablet, mobile]
  for (const page of pages) await look(page, 'hidden')
  await demo.text(ROSALIND, ANOTHER)
  for (const page of pages) {
    await page.getByText(/^New, /).waitFor({ state: 'attached' })
    await look(page, 'visible')
    await log(page).evaluate((element) => element.scrollTo(0, element.scrollHeight))
  }
  await box(mobile).fill('See you then, Rosalind!')
  await keep(mobile, '02-thread-phone')

  // A list under the pointer keeps what comes behind the pill.
  await tablet.mouse.move(200, 600)
  await box(desk).fill('/ins')
  await desk.getByRole('listbox', { name: 'Canned messages' }).waitFor()
  await markedArrival(desk, demo)
  await freezeMarker(desk, 700)
  await keep(desk, '01-inbox')
  await tablet.getByRole('button', { name: /new conversations/ }).waitFor()
  await keep(tablet, '02-inbox-tablet')
  for (const page of pages) await page.context().close()
}

/** Mock-up 02, the list of a phone. */
async function phoneList(demo: DemoWorld): Promise<void> {
  const page = await (await signedIn(demo.url, 'lena@demo.test', PHONE)).newPage()
  await openInbox(page, demo.url)
  await markedArrival(page, demo)
  await freezeMarker(page, 700)
  await keep(page, '02-inbox-phone')
  await page.context().close()
}

/** Mock-up 11. */
async function states(): Promise<void> {
  const gallery = await serveGallery()
  for (const theme of THEMES) {
    const board = await statesBoard(browser, gallery.url, theme)
    await take(board, `11-states-${theme}`, { fullPage: true })
    await board.context().close()
  }
  await gallery.close()
}

/** Mock-up 13: one arrival at five moments, side by side. */
async function arrival(demo: DemoWorld): Promise<void> {
  const page = await (await signedIn(demo.url, 'lena@demo.test', { width: 1024, height: 520 })).newPage()
  await openInbox(page, demo.url)
  const place = await page.getByRole('region', { name: 'Inbox' }).boundingBox()
  if (!place) throw new Error('The inbox is not there.')
  await markedArrival(page, demo)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    const frames: string[] = []
    for (const at of [0, 150, 700, 1900, 2400]) {
      await freezeMarker(page, at)
      const frame = await page.screenshot({ clip: { ...place, height: 430 }, animations: 'allow' })
      frames.push(`<img width="276" src="data:image/png;base64,${frame.toString('base64')}">`)
    }
    const strip = await page.context().newPage()
    await strip.setViewportSize({ width: 1440, height: 344 })
    const ground = theme === 'dark' ? '#0b1114' : '#eceff0'
    await strip.setContent(
      `<body style="margin:12px;display:flex;gap:9px;background:${ground}">${frames.join('')}</body>`,
    )
    await take(strip, `13-live-update-${theme}`)
  }
  await page.context().close()
}

/** A row is marked by somebody's text; from then on the page's clock stands still, so that it stays marked. */
async function markedArrival(page: Page, demo: DemoWorld): Promise<void> {
  await page.mouse.move(900, 20)
  await demo.text(MIGUEL, LATE)
  await page.locator('.marker').first().waitFor()
  await page.clock.pauseAt(Date.now() + 200)
}

/** Everything that moves is shown as it is after that many milliseconds. */
async function freezeMarker(page: Page, at: number): Promise<void> {
  await page.evaluate(`for (const one of document.getAnimations()) { one.pause(); one.currentTime = ${at} }`)
}

/** As if one went to another tab and came back: what comes in between stands below a line that says so. */
async function look(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' })
    document.dispatchEvent(new Event('visibilitychange'))
  `)
}

async function openConversation(page: Page, url: string, name: string): Promise<void> {
  await openInbox(page, url)
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await log(page).locator('[data-message-id]').first().waitFor({ state: 'attached' })
}

async function openInbox(page: Page, url: string): Promise<void> {
  await page.clock.install()
  await page.goto(`${url}/inbox`)
  await page.getByRole('status', { name: 'Connection' }).getByText('Live').waitFor()
}

/** A desk has a mouse; what is smaller is held in the hand. */
async function signedIn(url: string, email: string, viewport: Size): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport, hasTouch: viewport.width < 1024 })
  await context.request.post(`${url}/api/auth/login`, { form: { email, password: DEMO_PASSWORD }, maxRedirects: 0 })
  return context
}

/** The page as it is, in both themes. */
async function keep(page: Page, name: string): Promise<void> {
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    // A patient's pages follow the media query alone.
    await page.locator(`html:is([data-theme="${theme}"], :not([data-theme]))`).waitFor({ state: 'attached' })
    await take(page, `${name}-${theme}`)
  }
}

async function take(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  // Colours that are on their way to another theme arrive.
  await page.evaluate(`for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()`)
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), animations: 'allow', caret: 'initial', fullPage })
  console.log(`${name}.png`)
}
