/** The connection is lost and comes back: the screen says so, and nothing is lost or done twice. */
import type { Page } from '@playwright/test'
import {
  CUT_OFF,
  composer,
  connection,
  expect,
  isLive,
  messages,
  openConversation,
  relaySwitch,
  row,
  send,
  test,
} from './fixtures.ts'

const banner = (page: Page) => page.getByTestId('connection-banner')
const unread = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' })

test('screen says Offline, sends what waits exactly once, and shows what was missed when the network is back [OPEN-097]', async ({
  stranger,
  desk,
  allowConsole,
}) => {
  // Requests that were running when the network went away.
  allowConsole(CUT_OFF)
  const [lena, dana] = [await desk('lena@demo.test'), await desk('dana@demo.test')]
  for (const { page } of [lena, dana]) await isLive(page)
  const [patient, other] = [stranger(), stranger()]
  await patient.text('Which floor is it?')
  await openConversation(lena.page, 'Which floor is it?')

  await lena.context.setOffline(true)
  await expect(connection(lena.page)).not.toContainText('Live')
  await expect(banner(lena.page)).toContainText(/Reconnecting|Offline/)
  await expect(connection(lena.page)).not.toContainText('Live')
  await send(lena.page, 'The second floor.')
  await send(lena.page, 'On the left.')
  await expect(messages(lena.page)).toContainText(/The second floor\.You · .*Waiting for connection/)
  await expect(composer(lena.page)).toBeEditable()
  await other.text('Missed while the screen was away')
  await other.text('And one more')
  await expect(row(dana.page, 'And one more')).toContainText('2 unread')
  await expect(lena.page.locator('body')).not.toContainText('And one more')
  expect(await patient.received()).toEqual([])

  await lena.context.setOffline(false)
  await isLive(lena.page)
  await expect(banner(lena.page)).toHaveCount(0)
  await expect(row(lena.page, 'And one more')).toContainText('2 unread')
  await expect(messages(lena.page)).toContainText(/On the left\.You · .*Delivered/)
  expect(await patient.received()).toEqual(['The second floor.', 'On the left.'])
  await expect(async () => {
    expect(await unread(lena.page).textContent()).toBe(await unread(dana.page).textContent())
  }).toPass()
})

test('screen works without the relay but does not say Live, and catches up when the relay is back [OPEN-097]', async ({
  stranger,
  desk,
  allowConsole,
}) => {
  allowConsole(CUT_OFF)
  const lena = await desk('lena@demo.test')
  const relay = await relaySwitch(lena)
  await lena.page.reload()
  await isLive(lena.page)
  const [patient, other] = [stranger(), stranger()]
  await patient.text('Do I need a referral?')
  await openConversation(lena.page, 'Do I need a referral?')

  await relay.cut()
  await expect(connection(lena.page)).not.toContainText('Live')
  await expect(banner(lena.page)).toContainText('Live updates are interrupted')
  await send(lena.page, 'No, just come by.')
  await expect.poll(() => patient.received()).toEqual(['No, just come by.'])
  await lena.page.getByRole('button', { name: 'Star conversation' }).click()
  await expect(lena.page.getByRole('button', { name: 'Remove the star' })).toBeVisible()
  await other.text('Nobody heard this at once')
  await expect.poll(() => other.taken()).toHaveLength(1)
  await expect(connection(lena.page)).not.toContainText('Live')

  relay.mend()
  await isLive(lena.page)
  await expect(banner(lena.page)).toHaveCount(0)
  await expect(row(lena.page, 'Nobody heard this at once')).toContainText('1 unread')
  await expect(messages(lena.page)).toContainText(/No, just come by\.You · .*Delivered/)
  expect(await patient.received()).toEqual(['No, just come by.'])
})

test('list read in this tab stays readable without network, one never read names the cause, and both load at once on return [OPEN-097]', async ({
  stranger,
  desk,
  allowConsole,
}) => {
  allowConsole(CUT_OFF)
  await stranger().text('Kept in the list')
  const { page, context } = await desk('lena@demo.test')
  const pane = page.getByRole('region', { name: 'Inbox' })
  const tab = (name: string) => pane.getByRole('tab', { name, exact: true })
  await isLive(page)
  await expect(row(page, 'Kept in the list')).toBeVisible()

  await context.setOffline(true)
  await expect(banner(page)).toContainText('this device has no network')
  await tab('Mine').click()
  await expect(pane.getByRole('alert')).toContainText('hasn’t been loaded in this tab yet')
  await tab('All').click()
  await expect(row(page, 'Kept in the list')).toBeVisible()
  await expect(pane.getByRole('alert')).toContainText('This device has no network')
  await tab('Mine').click()
  await expect(pane.getByRole('alert')).toContainText('This device has no network')

  await context.setOffline(false)
  await isLive(page)
  await expect(pane.getByRole('alert')).toHaveCount(0)
})

test('conversation read in this tab stays readable without network, one never read says so, and the cause is named [OPEN-097]', async ({
  stranger,
  desk,
  allowConsole,
}) => {
  allowConsole(CUT_OFF)
  await stranger().text('Read before the network went')
  await stranger().text('Never opened before')
  const lena = await desk('lena@demo.test')
  await isLive(lena.page)
  await openConversation(lena.page, 'Read before the network went')
  await lena.page.keyboard.press('Escape')
  await expect(messages(lena.page)).toHaveCount(0)
  // A text that the carrier brings late would not reach the list any more.
  await expect(row(lena.page, 'Never opened before')).toBeVisible()

  await lena.context.setOffline(true)
  await expect(banner(lena.page)).toContainText('this device has no network')
  await row(lena.page, 'Read before the network went').click()
  await expect(messages(lena.page)).toContainText('Read before the network went')
  await expect(messages(lena.page)).toContainText(/Read in this tab, up to date at/)
  await send(lena.page, 'Written over what was remembered')
  await expect(messages(lena.page)).toContainText('Waiting for connection')
  await row(lena.page, 'Never opened before').click()
  await expect(messages(lena.page)).toContainText('hasn’t been loaded in this tab yet')

  await lena.context.setOffline(false)
  await isLive(lena.page)
  await expect(messages(lena.page)).toContainText('Never opened before')
  await expect(messages(lena.page)).not.toContainText('Read in this tab')
})
