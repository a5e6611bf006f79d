/**
 * Notifications for users who look elsewhere: on the desktop, on the favicon, in the bell, and about the connection.
 */
import type { Page } from '@playwright/test'
import {
  CUT_OFF,
  connection,
  type Desk,
  expect,
  isLive,
  lengthen,
  messages,
  openConversation,
  recordNotifications,
  relaySwitch,
  row,
  send,
  test,
  told,
} from './fixtures.ts'
import { violationsOf } from './violations.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const settings = (page: Page) => page.getByRole('form', { name: 'Notification settings' })
const favicon = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href')

async function wish({ page }: Desk, change: (page: Page) => Promise<void>) {
  await bell(page).click()
  await page.getByRole('button', { name: 'Notification settings' }).click()
  await expect(settings(page)).toBeVisible()
  await change(page)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(settings(page)).toBeHidden()
}

/** Opens a desk outside of the inbox, so that it records notifications from the inbox's first load on. */
async function recordingDesk(desk: (email: string, path: string) => Promise<Desk>, email: string) {
  const opened = await desk(email, '/sign-in')
  return { ...opened, shown: await recordNotifications(opened.context) }
}

/** Records what the banner says after an outage, because each of its sentences stays for seconds only. */
async function recordReturn(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    const look = () => {
      const words = document.querySelector('[data-testid=back-online-banner]')?.textContent
      if (words) said.push(words)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    Object.assign(window, { said })
  })
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said)
}

/** Opens the inbox and waits until it has read the preferences, because it notifies only from then on. */
async function listening(page: Page) {
  // The whole path, because a chunk of the page's code has nearly the same name.
  const read = page.waitForResponse(
    (answer) => answer.url().includes('/api/inbox/notification-preferences') && answer.ok(),
  )
  await page.goto('/inbox')
  await (await read).finished()
  await isLive(page)
}

test('notification preferences are stored, and notify the right user once, without a name, and not about an open conversation', async ({
  desk,
  stranger,
}) => {
  const lena = await recordingDesk(desk, 'lena@demo.test')
  const dana = await recordingDesk(desk, 'dana@demo.test')
  for (const { page } of [lena, dana]) await listening(page)
  await wish(lena, (page) => page.getByRole('radio', { name: /^Everything/ }).check())
  const second = await lena.context.newPage()
  await listening(second)

  const patient = stranger()
  await patient.text('Is the garage open on Sunday?')
  await expect(row(dana.page, 'Is the garage open')).toBeVisible()
  await expect.poll(() => lena.shown).toEqual([{ title: 'New message', body: 'Cedar Ridge Medical Group' }])
  // The conversation is not assigned to her, and she has not asked for more.
  expect(dana.shown).toEqual([])

  // A click opens the conversation; the open conversation causes no notification, but another one does.
  const teller = (await lena.page.evaluate(() => 'lastNotification' in window)) ? lena.page : second
  await teller.bringToFront()
  await teller.evaluate(() => {
    ;(window as unknown as { lastNotification: { onclick(): void } }).lastNotification.onclick()
  })
  await expect(messages(teller)).toContainText('Is the garage open on Sunday?')
  await patient.text('And on Monday?')
  await expect(messages(teller)).toContainText('And on Monday?')
  const other = stranger()
  await other.text('Can I bring my dog?')
  await expect.poll(() => lena.shown.length).toBe(2)
  expect(JSON.stringify(lena.shown)).not.toMatch(/garage|dog|Monday|512/)

  // With permission the notification says who wrote and what.
  await wish({ ...lena, page: teller }, (page) =>
    page.getByRole('checkbox', { name: /^Show what was written/ }).check(),
  )
  const third = stranger()
  await third.text('Where do I park?')
  await expect
    .poll(() => lena.shown.at(-1))
    .toEqual({ title: expect.stringMatching(/^\(512\)/), body: 'Where do I park?' })
  expect(lena.shown, 'the garage, the dog and the car: each once').toHaveLength(3)
  await wish({ ...lena, page: teller }, async (page) => {
    await page.getByRole('checkbox', { name: /^Show what was written/ }).uncheck()
    await page.getByRole('radio', { name: /^What is mine/ }).check()
  })
})

test('one notification sums up an absence, and the screen shows the return and its figures [OPEN-097]', async ({
  desk,
  stranger,
  allowConsole,
}) => {
  allowConsole(CUT_OFF)
  const lena = await recordingDesk(desk, 'lena@demo.test')
  const dana = await desk('dana@demo.test')
  const { page, shown } = lena
  const relay = await relaySwitch(lena)
  await listening(page)
  await wish(lena, (at) => at.getByRole('radio', { name: /^Everything/ }).check())
  const patient = stranger()
  await patient.text('First words')
  await expect(row(page, 'First words')).toBeVisible()
  await expect.poll(() => shown.map(({ title }) => title)).toEqual(['New message'])
  const before = shown.length

  await relay.cut()
  await expect(page.getByTestId('connection-banner')).toContainText('Live updates are interrupted')
  for (const words of ['One', 'Two', 'Three']) await stranger().text(`${words} while nobody heard`)
  for (const words of ['One', 'Two', 'Three']) await expect(row(dana.page, `${words} while`)).toBeVisible()
  const said = await recordReturn(page)
  relay.mend()
  // The tab also reconnects by itself, and the button may disappear before it is clicked.
  const back = isLive(page)
  await Promise.race([back, page.getByRole('button', { name: 'Try now' }).click()])
  await back
  const inOrder = /Back online\. 3 new messages in\..*Caught up in .* s, \d+ updates\.$/
  await expect.poll(async () => (await said()).join(' ')).toMatch(inOrder)
  await expect.poll(() => shown.slice(before).map(({ title }) => title)).toEqual(['3 new messages while you were away'])
  await expect(page.getByTestId('back-online-banner')).toHaveCount(0)

  await page.getByRole('button', { name: 'Live, about the connection' }).click()
  const details = page.getByRole('dialog', { name: 'Connection' })
  await expect(details).toContainText(/Live since.*Caught up.*Missed updates\d+.*Missed from/)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await wish(lena, (at) => at.getByRole('radio', { name: /^What is mine/ }).check())
})

test('messages sent while offline are counted in the top bar, and reported once they are sent [OPEN-097]', async ({
  desk,
  stranger,
  allowConsole,
}) => {
  allowConsole(CUT_OFF)
  const lena = await desk('lena@demo.test', '/sign-in')
  // The report is shown for five seconds from the return on, and both texts must be sent by then.
  await lengthen(lena.context, 5_000)
  await lena.page.goto('/inbox')
  const patient = stranger()
  await isLive(lena.page)
  await patient.text('Which door is it?')
  await openConversation(lena.page, 'Which door is it?')
  await lena.context.setOffline(true)
  await expect(lena.page.getByTestId('connection-banner')).toBeVisible()
  await send(lena.page, 'The blue one.')
  await send(lena.page, 'By the garden.')
  await expect(connection(lena.page)).toHaveText('Offline, 2 queued')
  await expect(lena.page.getByTestId('connection-banner')).toContainText('2 messages send when you are back.')
  await lena.context.setOffline(false)
  await expect(lena.page.getByTestId('back-online-banner')).toContainText('Back online. 2 sent')
  await expect.poll(() => patient.received()).toEqual(['The blue one.', 'By the garden.'])
})

test('favicon and title count unread messages from the stream alone, and the bell keeps the notices', async ({
  desk,
  stranger,
}) => {
  const { page } = await desk('omar@demo.test')
  await isLive(page)
  await expect(page).toHaveTitle(/^\(\d+\) Inbox$/)
  await expect.poll(() => favicon(page)).toMatch(/^data:image\/png/)
  const drawn = await favicon(page)
  const title = await page.title()
  const patient = stranger('org_lakeside')
  await patient.text('Count me')
  await expect(page).not.toHaveTitle(title)
  await expect.poll(() => favicon(page)).not.toBe(drawn)

  await openConversation(page, 'Count me')
  await page.getByRole('button', { name: 'Star conversation' }).click()
  await told(page, 'Starred')
  await expect(page.getByTestId('bell-mark')).toHaveCount(0)
  await bell(page).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('None yet. Errors that appear')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Notification settings' }).click()
  await expect(settings(page)).toBeVisible()
  await settings(page)
    .getByRole('checkbox', { name: /^Tell me nothing/ })
    .check()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(settings(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
})
