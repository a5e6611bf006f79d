/** Signing in and out, and whose data is visible in between. */
import type { Page, Request } from '@playwright/test'
import { signIn } from '../support/member.ts'
import { DEMO_PASSWORD } from '../support/world.ts'
import {
  CUT_OFF,
  expect,
  isLive,
  messages,
  openConversation,
  relaySwitch,
  requestsTo,
  restorePreferences,
  row,
  rows,
  signInHere,
  switchTo,
  test,
  told,
} from './fixtures.ts'

const NO_SESSION = /401/

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const remembered = (page: Page) => page.evaluate(() => localStorage.getItem('mainContext'))

test('page without a session leads to the sign-in and back to the page [AUTH-01] [AUTH-02] [AUTH-04] [AUTH-05] [OPEN-007] [ROLE-03]', async ({
  visitor,
  allowConsole,
}) => {
  allowConsole(NO_SESSION)
  const { page, context } = await visitor('/sign-in')
  const visited: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.isNavigationRequest() || pathname === '/api/auth/me') visited.push(`${pathname}${search}`)
  })
  const wanted = '/inbox?status=resolved&tab=unread#m1'
  // A refusal of a busy API counts for no visit: the page asks again.
  page.on('response', (answer) => {
    if (answer.status() !== 503) return
    const { pathname, search } = new URL(answer.url())
    const at = visited.lastIndexOf(`${pathname}${search}`)
    if (at >= 0) visited.splice(at, 1)
  })
  await page.goto(wanted)
  await expect(page).toHaveURL(/\/sign-in\?/, { timeout: 180_000 })
  const returnTo = encodeURIComponent(wanted)
  expect(visited).toEqual([
    '/inbox?status=resolved&tab=unread',
    '/api/auth/me',
    `/api/auth/login?returnTo=${returnTo}`,
    `/sign-in?returnTo=${returnTo}`,
  ])

  await fillIn(page, 'lena@demo.test', 'not her password')
  await expect(page.getByRole('alert')).toHaveText('That email or password isn’t right. Check both and try again.')
  expect((await context.cookies()).map(({ name }) => name)).toEqual([])
  await fillIn(page, 'lena@demo.test', DEMO_PASSWORD)
  await expect(page.getByRole('button', { name: 'Status: Resolved' })).toBeVisible()
  await expect(page).toHaveURL((url) => `${url.pathname}${url.search}${url.hash}` === wanted)
  await expect(page.getByRole('tab', { name: 'Unread' })).toHaveAttribute('aria-selected', 'true')
})

test('page shows nothing until the session check is done [AUTH-07] [AUTH-08] [AUTH-09] [OPEN-005] [OPEN-006]', async ({
  desk,
  visitor,
  allowConsole,
}) => {
  allowConsole(/500/)
  const { page } = await desk('lena@demo.test', '/sign-in')
  let answer: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/me', async (route) => {
    await asked
    await route.fulfill({ status: 500, body: 'broken' })
  })
  await page.goto('/inbox')
  await expect(page.getByTestId('redirect-placeholder')).toHaveText('Redirecting...')
  await expect(rows(page)).toHaveCount(0)
  answer()
  await expect(page.getByTestId('error-placeholder')).toBeVisible()
  await expect(page.getByTestId('redirect-placeholder')).toHaveCount(0)
  await expect(page).toHaveURL(/\/inbox$/)
  await page.unroute('**/api/auth/me')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByTestId('error-placeholder')).toHaveCount(0)

  const nobody = await visitor('/no/such/page')
  await expect(nobody.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(nobody.page).toHaveURL(/\/no\/such\/page$/)
})

test('sign-out leaves no patient data on the screen, in the browser or behind Back [OPEN-008] [STATE-08] [SHELL-08]', async ({
  world,
  stranger,
  desk,
  allowConsole,
}) => {
  allowConsole(NO_SESSION)
  const { page, context } = await desk('lena@demo.test')
  await isLive(page)
  await stranger().text('Only for the eyes of the clinic')
  await openConversation(page, 'Only for the eyes of the clinic')
  expect(await remembered(page)).toContain('usr_lena')
  const behind = await context.newPage()
  // From this answer on the page listens to other tabs.
  const listens = behind.waitForResponse(/\/api\/auth\/session$/)
  await behind.goto('/inbox')
  await expect(row(behind, 'Only for the eyes')).toBeVisible()
  await listens
  await page.bringToFront()

  await choose(page, 'Dark theme')
  await choose(page, 'Sign out')
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(page.getByLabel('Password')).toBeVisible()
  expect(await remembered(page)).toBeNull()
  await expect(page.locator('html'), 'what was chosen for the device').toHaveAttribute('data-theme', 'dark')
  expect((await context.cookies()).map(({ name }) => name)).toEqual([])
  await expect(page.locator('body')).not.toContainText('Only for the eyes')

  await expect(behind).toHaveURL(/\/sign-in$/)
  await expect(behind.locator('body')).not.toContainText('Only for the eyes')
  await page.goBack()
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/)
  await expect(page.locator('body')).not.toContainText('Only for the eyes')
  await restorePreferences(world, 'lena@demo.test')
})

test('session ended elsewhere empties its screens at once, and without a socket at the next call [OPEN-045]', async ({
  world,
  stranger,
  desk,
  allowConsole,
}) => {
  allowConsole(CUT_OFF, /401/)
  const { page, context } = await desk('dana@demo.test')
  const deaf = await desk('dana@demo.test', '/sign-in')
  const relay = await relaySwitch(deaf)
  await relay.cut()
  await deaf.page.goto('/inbox')
  const behind = await context.newPage()
  await behind.goto('/inbox')
  await page.bringToFront()
  await isLive(page)
  const said = 'Seen until the session ends'
  await stranger().text(said)
  await openConversation(page, said)
  await expect(row(behind, said)).toBeVisible()
  await isLive(behind)
  await expect(rows(deaf.page).first()).toBeVisible()
  const elsewhere = await signIn(world.url, 'dana@demo.test')
  const answer = await fetch(`${world.url}/api/auth/logout-all`, {
    method: 'POST',
    headers: { authorization: `Bearer ${elsewhere.token}`, cookie: elsewhere.cookie },
  })
  expect(answer.ok).toBe(true)
  await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Finbox%3Fconversation/)
  await expect(behind).toHaveURL(/\/sign-in\?/)
  for (const one of [page, behind]) await expect(one.locator('body')).not.toContainText(said)
  // The page may already have made a call by itself.
  const left = expect(deaf.page).toHaveURL(/\/sign-in\?/)
  await Promise.race([left, rows(deaf.page).first().click()])
  await left
  expect(await remembered(deaf.page)).toBeNull()
})

test('idle user is asked in all tabs at once, then signed out, and nothing is left [OPEN-093]', async ({
  world,
  stranger,
  desk,
  allowConsole,
}) => {
  allowConsole(NO_SESSION)
  const { page, context } = await desk('lena@demo.test', '/sign-in')
  // The idle time starts when the first screen is visible, however long that takes.
  let endsAt = 0
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  await context.route(/\/api\/auth\/(session|activity)$/, async (route) => {
    await begun
    if (route.request().method() === 'POST') endsAt = Date.now() + 20_000
    const now = Date.now()
    if (now >= endsAt) return route.fulfill({ status: 401, json: {} })
    const iso = (ms: number) => new Date(ms).toISOString()
    const life = { now: iso(now), idleMinutes: 2, idleEndsAt: iso(endsAt), endsAt: iso(now + 3_600_000) }
    await route.fulfill({ json: { code: 'ok', data: life } })
  })
  await page.goto('/inbox')
  const other = await context.newPage()
  await other.goto('/inbox')
  await page.bringToFront()
  await stranger().text('For whoever is there')
  await openConversation(page, 'For whoever is there')
  await choose(page, 'Dark theme')
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  // With two idle minutes the question comes a minute before the end.
  endsAt = Date.now() + 55_000
  begin()

  const question = (one: Page) => one.getByRole('heading', { name: 'Are you still there?' })
  await expect(question(page)).toBeVisible()
  await expect(question(other)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  await page.keyboard.press('Enter')
  // One tab's answer counts for all; the question returns, because this server allows only twenty seconds.
  for (const one of [page, other])
    await expect(one.getByRole('alertdialog')).toContainText(/signed out in ([1-9]|1\d|20) seconds?\./)

  for (const one of [page, other]) {
    await expect(one).toHaveURL(/\/sign-in\?returnTo=%2Finbox.*&signedOut=idle-2$/)
    await expect(one.getByText('Signed out because this screen wasn’t used for 2 minutes.')).toBeVisible()
    expect(await remembered(one)).toBeNull()
  }
  for (const one of [page, other]) {
    await expect(one.locator('html'), 'what was chosen for the device').toHaveAttribute('data-theme', 'dark')
    expect(await one.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  }
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/)
  await expect(page.locator('body')).not.toContainText('For whoever is there')
  await restorePreferences(world, 'lena@demo.test')
})

test('page from the back/forward cache is blank until it reloads; a user who signed in meanwhile sees their own data [STATE-08]', async ({
  stranger,
  desk,
  allowConsole,
}) => {
  // The first user's page may call while the second user signs in: its own token is invalid, and with the other's it is
  // refused.
  allowConsole(/401|403/)
  const { page, context } = await desk('lena@demo.test')
  await isLive(page)
  await stranger().text('Kept in the history')
  await expect(row(page, 'Kept in the history')).toBeVisible()
  // This browser has no back/forward cache, so the test dispatches its events.
  const tell = (type: string) =>
    page.evaluate((name) => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
  await tell('pagehide')
  await expect(row(page, 'Kept in the history')).toBeHidden()
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest())
  await tell('pageshow')
  await reloaded
  await expect(row(page, 'Kept in the history')).toBeVisible()

  await signInHere(context, 'sam@demo.test')
  const sams = await context.newPage()
  await sams.goto('/inbox?organizationId=org_lakeside')
  await expect(page.getByRole('button', { name: /account menu$/ })).toContainText('Sam')
  await expect.poll(() => remembered(page)).toContain('usr_sam')
  expect(await remembered(page)).not.toContain('usr_lena')
})

test('another organization shows its own patients and counts, and nothing of the former [STATE-09] [STATE-10] [STATE-11] [SHELL-08] [ROLE-06]', async ({
  world,
  stranger,
  desk,
}) => {
  const { page, heard } = await desk('sam@demo.test')
  await isLive(page)
  await stranger('org_cedar').text('A patient of Cedar Ridge')
  await expect(row(page, 'A patient of Cedar Ridge')).toBeVisible()
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/inbox/')) calls.push(request)
  })
  const shownUnread = await unreadCounter(world.url)
  const cedar = await shownUnread('org_cedar')
  // If both counts were equal, the number would not show whose it is, and zero is not shown.
  const told = async () => ![0, cedar].includes(await shownUnread('org_lakeside'))
  for (let texts = 0; texts < 2 && !(await told()); texts += 1) {
    const before = await shownUnread('org_lakeside')
    await stranger('org_lakeside').text('One more than over there')
    await expect.poll(() => shownUnread('org_lakeside')).toBeGreaterThan(before)
  }
  const lakeside = await shownUnread('org_lakeside')

  // Holds the answer back, to see what is shown until it arrives.
  let letThrough: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/api/inbox/conversations?*', async (route) => {
    await held
    await route.continue()
  })
  const switchedAt = await whenAddressChanges(page)
  await switchTo(page, 'Lakeside Hospital')
  await expect(page).toHaveURL(/organizationId=org_lakeside/)
  await expect(page.locator('body')).not.toContainText('A patient of Cedar Ridge')
  letThrough()
  await isLive(page)
  await expect(rows(page).first()).toBeVisible()
  await expect(page).toHaveTitle(`(${lakeside}) Inbox`)
  // Until the address changes, the former page may still make calls, and a call that is held back is told later.
  const from = await switchedAt()
  const since = calls.filter((call) => call.timing().startTime >= from)
  expect(new Set(since.map((call) => call.headers().organizationid))).toEqual(new Set(['org_lakeside']))
  // Counts alone are stored at most once a second.
  await expect
    .poll(async () => JSON.parse((await remembered(page)) ?? '{}'))
    .toMatchObject({
      activeOrgId: 'org_lakeside',
      unreadMessagesCount: lakeside,
      appointmentPage: 1,
      appointmentFilter: { appointmentStatus: 'admitted' },
    })

  // The former organization's events are no longer received.
  const before = heard.length
  await stranger('org_cedar').text('Cedar Ridge writes on')
  await stranger('org_lakeside').text('A patient of Lakeside')
  await expect(row(page, 'A patient of Lakeside')).toBeVisible()
  expect(heard.slice(before).join('\n')).not.toContain('Cedar Ridge writes on')

  await switchTo(page, 'Cedar Ridge Medical Group')
  await expect(row(page, 'Cedar Ridge writes on')).toBeVisible()
  await expect(page.locator('body')).not.toContainText('A patient of Lakeside')
  await expect
    .poll(async () => JSON.parse((await remembered(page)) ?? '{}'))
    .toMatchObject({ activeOrgId: 'org_cedar', appointmentFilter: { appointmentStatus: 'scheduled' } })
})

/** Returns the function that reads when the page changed its address, by the browser's clock. */
async function whenAddressChanges(page: Page): Promise<() => Promise<number>> {
  const changed = await page.evaluateHandle(() => {
    const kept = { at: Number.POSITIVE_INFINITY }
    for (const name of ['pushState', 'replaceState'] as const) {
      const change = history[name].bind(history)
      history[name] = (...to) => {
        if (String(to[2]).includes('org_lakeside'))
          kept.at = Math.min(kept.at, performance.timeOrigin + performance.now())
        change(...to)
      }
    }
    return kept
  })
  return () => changed.evaluate(({ at }) => at)
}

/** Returns the other organization's unread count, without a screen. */
async function unreadCounter(url: string): Promise<(organizationId: string) => Promise<number>> {
  const sam = await signIn(url, 'sam@demo.test')
  return async (organizationId) => {
    const query = { organizationId, status: ['all' as const], filter: 'unread' as const, limit: 100 }
    const { data } = await sam.call('conversations', { query })
    return data.reduce((sum, { unreadCount }) => sum + unreadCount, 0)
  }
}

test('foreign organization is refused with a notice, and the user’s own stays [OPEN-010] [INBOX-08]', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test', '/sign-in')
  const asked = requestsTo(page, '/api/inbox/conversations')
  // The notice is there for four seconds, and the page may load on after it.
  await page.goto('/inbox?organizationId=org_lakeside', { waitUntil: 'commit' })
  await told(page, 'Organization not available')
  await expect(rows(page).first()).toBeVisible()
  await expect(messages(page)).toHaveCount(0)
  expect(new Set(asked.map((query) => query.get('organizationId')))).toEqual(new Set(['org_cedar']))

  const sam = await desk('sam@demo.test', '/inbox?organizationId=org_lakeside')
  await expect(sam.page.getByRole('button', { name: /switch organization$/ })).toContainText('Lakeside Hospital')
})
