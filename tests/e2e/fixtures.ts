import { setTimeout } from 'node:timers/promises'
import { preferencesSetting } from '@foyer/contracts/inbox/preferences-setting.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { type Behaviour, GOOD_BEHAVIOUR } from '@foyer/sandbox/carrier/behaviour.ts'
import { type BrowserContext, test as base, expect, type Locator, type Page, type Request } from '@playwright/test'
import { UNDO_MS } from '../../apps/web/src/ui/undo.rules.ts'
import { signIn } from '../support/member.ts'
import { behave, type Phone, phone } from '../support/phone.ts'
import { CLINIC_NUMBERS, createWorld, DEMO_PASSWORD, type World } from '../support/world.ts'

export { expect }

export interface Desk {
  readonly page: Page
  readonly context: BrowserContext
  /** The raw messages of its sockets, to check that none is received that should not be. */
  readonly heard: string[]
}

interface DeskOptions {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly theme?: 'light' | 'dark'
  /** Emulates a touch screen. */
  readonly touch?: boolean
  /** A browser without Temporal, like Safari. */
  readonly withoutTemporal?: boolean
}

interface Fixtures {
  /** A browser without a session; a console error that is not allowed fails the test. */
  visitor: (path: string, options?: DeskOptions) => Promise<Desk>
  /** The browser of a signed-in staff member. */
  desk: (email: string, path?: string, options?: DeskOptions) => Promise<Desk>
  browserOf: (options: DeskOptions) => Promise<Desk>
  /** Allows a console error that the test provokes. */
  allowConsole: (...patterns: RegExp[]) => void
  allowedErrors: RegExp[]
  /** Makes the carrier misbehave until the test ends. */
  carrier: (change: Partial<Behaviour>) => Promise<void>
}

interface WorkerFixtures {
  world: World
  /** A phone that the clinic does not know yet. */
  stranger: (clinic?: keyof typeof CLINIC_NUMBERS) => Phone
}

/** On a busy machine the API refuses a call for a while or answers late. The browser logs it, and the app asks again. */
const BUSY = /status of 503|status: 503, reason: unavailable|TimeoutError: signal timed out/

/**
 * Logged by the browser when a request or a connection is cut off, and by the app for each call that ends so. A test that
 * cuts the network allows all of it, because the calls under way at that moment differ from run to run.
 */
export const CUT_OFF =
  /net::ERR_|WebSocket|socket\.io|NetworkError|AbortError|TypeError: (?:Failed to fetch|network error)|TimeoutError/

/** Logged, beside `CUT_OFF`, while servers are killed and begin again. */
export const KILLED = /status(?: of|:) 50\d/

/** Holds each answer to the browser back for up to this long, to find tests and screens that depend on fast answers. */
const LATENCY_MS = Number(process.env.E2E_LATENCY_MS ?? 0)

export const test = base.extend<Fixtures, WorkerFixtures>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names from the pattern
    async ({}, use) => {
      const world = await createWorld()
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  stranger: [
    async ({ world }, use) => {
      let count = 0
      await use((clinic = 'org_cedar') => {
        count += 1
        return phone(world.url, `+1512556${String(count).padStart(4, '0')}`, CLINIC_NUMBERS[clinic])
      })
    },
    { scope: 'worker' },
  ],
  carrier: async ({ world }, use) => {
    await use((change) => behave(world.url, change))
    await behave(world.url, GOOD_BEHAVIOUR)
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names from the pattern
  allowedErrors: async ({}, use) => use([BUSY]),
  allowConsole: async ({ allowedErrors }, use) => use((...patterns) => void allowedErrors.push(...patterns)),
  browserOf: async ({ browser, world, allowedErrors }, use) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    await use(async ({ viewport = { width: 1440, height: 900 }, theme = 'light', touch = false, withoutTemporal }) => {
      const context = await browser.newContext({ viewport, colorScheme: theme, hasTouch: touch, baseURL: world.url })
      contexts.push(context)
      await lengthen(context, UNDO_MS)
      await keepToasts(context)
      if (LATENCY_MS > 0) await answerLate(context)
      if (withoutTemporal) await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'))
      const page = await context.newPage()
      await retryWhenBusy(page)
      context.on('page', retryWhenBusy)
      return { page, context, heard: listen(page, errors) }
    })
    for (const context of contexts) await context.close()
    expect(errors.filter((error) => !allowedErrors.some((pattern) => pattern.test(error)))).toEqual([])
  },
  visitor: async ({ browserOf }, use) => {
    await use(async (path, options = {}) => {
      const opened = await browserOf(options)
      await opened.page.goto(path)
      return opened
    })
  },
  desk: async ({ browserOf }, use) => {
    await use(async (email, path = '/inbox', options = {}) => {
      const opened = await browserOf(options)
      await signInHere(opened.context, email)
      await opened.page.goto(path)
      return opened
    })
  },
})

/** Signs a staff member in, in place of the browser's user if it has one. */
export async function signInHere(context: BrowserContext, email: string, password = DEMO_PASSWORD): Promise<void> {
  const form = { email, password }
  const post = () => context.request.post('/api/auth/login', { form, maxRedirects: 0 })
  let answer = await post()
  // On a busy machine the API may refuse with 503 for a while, which asks for another try.
  await expect(async () => {
    if (answer.status() === 503) answer = await post()
    expect(answer.status()).not.toBe(503)
  }).toPass({ timeout: 180_000 })
  expect([answer.status(), answer.headers().location], await answer.text()).toEqual([302, '/'])
}

/** Presses G and another key. Neither waits for the page to answer the other: a pause of 1.5 seconds would end the sequence. */
export async function pressGo(page: Page, key: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(key)])
}

/** Asks again on the pages that say that the API was too busy to check the session, or to sign the user in. */
async function retryWhenBusy(page: Page): Promise<void> {
  const told = (hasText: string) => page.getByRole('alert').filter({ hasText })
  const unchecked = told('The sign-in service answered with an error (503).')
  const notSignedIn = told('Signing in did not work because of a problem on our side.')
  // The page may draw the button anew or leave by itself during the click. A refusal that stays calls the handler again.
  const press = (button: Locator) => () => button.click({ timeout: 5_000 }).catch(() => undefined)
  const once = { noWaitAfter: true }
  await page.addLocatorHandler(unchecked, press(unchecked.getByRole('button', { name: 'Retry' })), once)
  await page.addLocatorHandler(notSignedIn, press(page.getByRole('button', { name: 'Sign in', exact: true })), once)
}

async function answerLate(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    await setTimeout(Math.random() * LATENCY_MS)
    // The page may be closed by now.
    await route.continue().catch(() => undefined)
  })
}

function listen(page: Page, errors: string[]): string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(String(payload)))
  })
  return heard
}

/**
 * Lengthens the timers of exactly this duration to two minutes, from the next page load on. What such a timer ends is over on
 * a busy machine before the test has looked at it.
 */
export async function lengthen(context: BrowserContext, duration: number): Promise<void> {
  await context.addInitScript((short) => {
    const later = window.setTimeout
    const longer = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      later(run, ms === short ? 120_000 : ms, ...rest)
    window.setTimeout = longer as typeof window.setTimeout
  }, duration)
}

/** A page that keeps what its notifications said, by their order. */
type Keeping = typeof globalThis & { toldHere: Map<number, string> }

/** Most notifications leave after two seconds, which is sooner than a busy machine looks for them. */
async function keepToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // A frame without scripts, such as a shown mail, logs an error for each observer.
    if (window !== window.top) return
    const toldHere = new Map<number, string>()
    const places = new WeakMap<Element, number>()
    let count = 0
    const look = () => {
      for (const card of document.querySelectorAll('[data-testid=toast-area] > *')) {
        const place = places.get(card)
        const words = card.textContent.replace(/\s+/g, ' ')
        if (place === undefined) places.set(card, count)
        // A notification that the test has already heard of may still change.
        if (place === undefined || toldHere.has(place)) toldHere.set(place ?? count++, words)
      }
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
    Object.assign(window, { toldHere })
  })
}

/** Returns the notifications of this page that `told` has not heard of, by their places. */
async function saidHere(page: Page): Promise<[number, string][]> {
  return page.evaluate(() => [...(globalThis as Keeping).toldHere])
}

/** Expects a notification with all these words, which may have left by now. Each call hears of another one. */
export async function told(page: Page, ...words: (string | RegExp)[]): Promise<void> {
  await expect(async () => {
    const kept = await saidHere(page)
    const isMeant = (said: string) =>
      words.every((some) => (typeof some === 'string' ? said.includes(some) : some.test(said)))
    const [place] = kept.find(([, said]) => isMeant(said)) ?? []
    expect(place, `${words.join(', ')} is not among ${JSON.stringify(kept)}`).toBeDefined()
    await page.evaluate((one) => (globalThis as Keeping).toldHere.delete(one), place ?? -1)
  }).toPass({ timeout: 60_000 })
}

/** True if a notification has said these words by now. */
export async function hasTold(page: Page, words: RegExp): Promise<boolean> {
  return (await saidHere(page)).some(([, said]) => words.test(said))
}

/** Brings the default preferences back, because the server keeps a member's choices for the tests that follow. */
export async function restorePreferences(world: World, email: string): Promise<void> {
  const { call } = await signIn(world.url, email)
  await call('savePreferences', { body: { organizationId: 'org_cedar', ...preferencesSetting.default } })
}

export const connection = (page: Page) => page.getByRole('status', { name: 'Connection' })
export const conversations = (page: Page) => page.getByRole('list', { name: 'Conversations' })
export const rows = (page: Page) => conversations(page).locator('[data-conversation-id]')
export const row = (page: Page, words: string) => rows(page).filter({ hasText: words })
export const messages = (page: Page) => page.getByRole('log', { name: 'Messages' })
export const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' })
export const toasts = (page: Page) => page.getByTestId('toast-area')

export async function isLive(page: Page): Promise<void> {
  // On a busy machine the API may refuse the first calls for a while.
  await expect(connection(page)).toContainText('Live', { timeout: 180_000 })
}

/** Moves the pointer away from the list, which holds still while the pointer is over it. */
export const pointAway = (page: Page) => page.mouse.move(900, 300)

/** Opens the conversation whose row contains these words. */
export async function openConversation(page: Page, words: string): Promise<void> {
  await row(page, words).click()
  await expect(messages(page)).toContainText(words)
  await pointAway(page)
}

export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** Moves the focus with J to the row that contains these words. */
export async function walkTo(page: Page, words: string): Promise<void> {
  const link = row(page, words).getByRole('link')
  await expect(link).toBeVisible()
  for (let steps = 0; steps < 30; steps += 1) {
    const before = await focusedConversation(page)
    await page.keyboard.press('j')
    // A row that must be scrolled into view gets the focus only once it is rendered.
    await expect.poll(() => focusedConversation(page), { message: `J does not lead to ${words}` }).not.toBe(before)
    if (await link.evaluate((one) => one === document.activeElement)) return
  }
  throw new Error(`J does not lead to ${words}`)
}

/** Returns the conversation whose row has the focus, if any. */
export const focusedConversation = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.closest('[data-conversation-id]')?.getAttribute('data-conversation-id') ?? null,
  )

/** Chooses from a select that is named "label: current choice". */
export async function choose(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: `${label}: ` }).click()
  await page.getByRole('option', { name: choice, exact: true }).click()
  await pointAway(page)
}

/** Assigns the open conversation to a colleague or gives it to a team. */
export async function assign(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Assigned to: / }).click()
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  await pointAway(page)
}

/** Switches to another organization of the user. */
export async function switchTo(page: Page, organization: string): Promise<void> {
  await page.getByRole('button', { name: /switch organization$/ }).click()
  await page.getByRole('menuitem', { name: organization }).click()
}

/** Records the requests of this page to a path, by their queries. */
export function requestsTo(page: Page, path: string): URLSearchParams[] {
  const asked: URLSearchParams[] = []
  const places = new Map<Request, URLSearchParams>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname !== path) return
    asked.push(searchParams)
    places.set(request, searchParams)
  })
  onAskedAgain(page, (request) => {
    const sent = places.get(request)
    // A refusal may be told of twice, when its body does not arrive.
    places.delete(request)
    if (sent) asked.splice(asked.indexOf(sent), 1)
  })
  return asked
}

/** A call of the app ends by itself after ten seconds; the browser tests hear of its beginning a little later. */
const CALL_MS = 9_500

/** Tells of each request that the app makes again, because a busy machine refused it or answered too late. */
export function onAskedAgain(page: Page, tell: (request: Request) => void): void {
  const begun = new Map<Request, number>()
  page.on('request', (request) => begun.set(request, Date.now()))
  page.on('response', (answer) => {
    if (answer.status() === 503) tell(answer.request())
  })
  page.on('requestfailed', (request) => {
    const since = begun.get(request)
    if (since !== undefined && Date.now() - since >= CALL_MS) tell(request)
  })
}

/** Returns the clinic's date, whatever the machine's time zone is. */
export const clinicDay = (at = Date.now()) => dayIn(new Date(at), 'America/Chicago')

/** Returns the date that the screens show, which update their clock every 20 seconds. */
export const screenDay = () => clinicDay(Date.now() - 20_000)

interface DayWords {
  /** The screens' date before a date was chosen. */
  readonly since: string
  /** The label of the next day, and its label after midnight has passed. */
  readonly tomorrow: RegExp
  readonly today: RegExp
}

/** Expects a due date on the day after `since`; another label is accepted only if midnight has passed. */
export async function saysDue(place: Locator, { since, tomorrow, today }: DayWords): Promise<void> {
  await expect(async () => {
    const said = (await place.textContent()) ?? ''
    // A screen that has not updated its clock yet may still show the earlier label.
    const isRight = tomorrow.test(said) || (clinicDay() !== since && today.test(said))
    expect(isRight, `${said} says ${tomorrow}`).toBe(true)
  }).toPass()
}

/** Cuts only the connection to the relay, from the next page load on; calls still work. */
export async function relaySwitch({ context }: Desk): Promise<{ cut(): Promise<void>; mend(): void }> {
  let isCut = false
  const open = new Set<{ close(): Promise<void> }>()
  await context.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (isCut) return void socket.close()
    open.add(socket)
    socket.connectToServer()
  })
  await context.route(/\/socket\.io\//, (route) => (isCut ? route.abort() : route.continue()))
  return {
    async cut() {
      isCut = true
      for (const socket of open) await socket.close()
      open.clear()
    },
    mend() {
      isCut = false
    },
  }
}

/** Expects that the page is no wider than the window and does not scroll sideways. */
export async function nothingSticksOut(page: Page): Promise<void> {
  const over = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    window.scrollTo(1000, 0)
    return [scrollWidth - clientWidth, window.scrollX]
  })
  expect(over).toEqual([0, 0])
}

interface Shown {
  readonly title: string
  readonly body: string
}

/** Records the notifications of all tabs of this browser; `click` clicks the last one of a page. */
export async function recordNotifications(context: BrowserContext): Promise<Shown[]> {
  const shown: Shown[] = []
  await context.exposeFunction('recordNotification', (one: Shown) => void shown.push(one))
  await context.addInitScript(() => {
    const here = window as unknown as { recordNotification(one: object): void; lastNotification: object }
    class Recorded {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      onclick: (() => void) | null = null
      constructor(title: string, { body }: { body: string }) {
        here.lastNotification = this
        here.recordNotification({ title, body })
      }
      close() {}
    }
    Object.assign(window, { Notification: Recorded })
  })
  await context.grantPermissions(['notifications'])
  return shown
}

/**
 * Presses R until the box has the focus. After the screen has moved on by itself, keys rest for a second, so that a word that
 * is still being typed runs no command.
 */
export async function startWriting(page: Page): Promise<void> {
  await expect(async () => {
    const isFocused = await composer(page).evaluate((box) => box === document.activeElement)
    if (!isFocused) await page.keyboard.press('r')
    await expect(composer(page)).toBeFocused({ timeout: 700 })
  }).toPass({ timeout: 60_000 })
}

/** Waits until single keys are commands again. */
export async function keysAreHeard(page: Page): Promise<void> {
  await startWriting(page)
  await page.keyboard.press('Escape')
  await expect(composer(page)).not.toBeFocused()
}
