/** The panel beside the thread: its patient, requests, snooze and history. */
import type { Page } from '@playwright/test'
import { choose, composer, expect, isLive, openConversation, row, saysDue, screenDay, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Patient details' })
const history = (page: Page) => panel(page).getByRole('list', { name: 'History' })

test('unknown number becomes a patient, and a colleague sees it live [INBOX-06] [STATE-27] [STATE-29] [CALL-INBOX-27]', async ({
  stranger,
  desk,
}) => {
  const [lena, dana] = [await desk('lena@demo.test'), await desk('dana@demo.test')]
  for (const { page } of [lena, dana]) await isLive(page)
  await stranger().text('Do you take new patients?')
  for (const { page } of [lena, dana]) await openConversation(page, 'Do you take new patients?')
  await panel(dana.page).getByRole('tab', { name: 'History' }).click()

  await panel(lena.page).getByRole('button', { name: 'Assign to a patient' }).click()
  const dialog = lena.page.getByRole('dialog', { name: 'Assign to a patient' })
  await expect(dialog.getByText(/No patient has/)).toBeVisible()
  expect(await violationsOf(lena.page)).toEqual([])
  await dialog.getByRole('button', { name: 'New patient' }).click()
  await dialog.getByLabel('First name').fill('Ada')
  await dialog.getByRole('button', { name: 'Add and assign' }).click()
  await expect(dialog.getByLabel('Last name')).toBeFocused()
  await dialog.getByLabel('Last name').fill('Byron')
  await dialog.getByLabel('Birth date').fill('1985-12-10')
  await dialog.getByRole('button', { name: 'Add and assign' }).click()
  await expect(dialog).toHaveCount(0)
  for (const { page } of [lena, dana]) {
    await expect(page.getByRole('heading', { name: 'Ada Byron' })).toBeVisible()
    await expect(row(page, 'Ada Byron')).toBeVisible()
  }
  await expect(history(dana.page)).toContainText('Lena assigned it to the patient Ada Byron')

  await choose(lena.page, 'Request', 'Billing')
  await expect(row(dana.page, 'Ada Byron')).toContainText('Billing')
  await expect(history(dana.page)).toContainText('Lena marked it as a billing request')
  await lena.page.reload()
  await expect(panel(lena.page).getByRole('button', { name: 'Request: Billing' })).toBeVisible()
  await choose(lena.page, 'Request', 'None')
  await expect(row(dana.page, 'Ada Byron')).not.toContainText('Billing')
  expect(await violationsOf(dana.page)).toEqual([])
})

for (const withoutTemporal of [false, true]) {
  test(`snoozed conversation says until when, and returns when it is woken, in a browser ${withoutTemporal ? 'without' : 'with'} Temporal [OPEN-031]`, async ({
    stranger,
    desk,
  }) => {
    const { page } = await desk('lena@demo.test', '/inbox', { withoutTemporal })
    const text = `I will call you on ${withoutTemporal ? 'Thursday' : 'Friday'}`
    await isLive(page)
    const isBuiltIn = await page.evaluate(() => `${Temporal.Instant.fromEpochMilliseconds}`.includes('[native code]'))
    expect(isBuiltIn).toBe(!withoutTemporal)
    await stranger().text(text)
    await openConversation(page, text)
    await page.getByRole('button', { name: 'Snooze', exact: true }).click()
    const since = screenDay()
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
    await told(page, 'Conversation snoozed')
    const notice = page.getByRole('region', { name: 'Snooze' })
    await saysDue(notice, { since, tomorrow: /Snoozed until tomorrow, 8:00 AM/, today: /Snoozed until 8:00 AM/ })
    await notice.getByRole('button', { name: 'Wake now' }).click()
    await expect(notice).toHaveCount(0)
    await expect(row(page, text)).toBeVisible()
  })
}

test('blocked number can’t be texted until it is unblocked [CALL-INBOX-28]', async ({ stranger, desk }) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await stranger().text('Buy our printer ink')
  await openConversation(page, 'Buy our printer ink')
  await panel(page).getByRole('button', { name: 'Block number' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Block \(/ })
    .click()
  await expect(page.getByText('This number is blocked')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Unblock number' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Unblock \(/ })
    .click()
  await expect(composer(page)).toBeVisible()
})

test('wish in plain words is answered above the thread, with one confirmation to the phone', async ({
  stranger,
  desk,
}) => {
  const { page } = await desk('lena@demo.test', '/inbox', { viewport: { width: 390, height: 844 } })
  await isLive(page)
  const patient = stranger()
  await patient.text('Please stop texting me')
  await openConversation(page, 'Please stop texting me')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Stop texts' }).click()
  await expect(page.getByText(/opted out of texts/)).toBeVisible()
  await expect.poll(() => patient.received()).toHaveLength(1)
  await page.getByRole('button', { name: 'Patient details' }).click()
  await page.getByRole('dialog').getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('You stopped texts to this number')
  expect(await patient.received(), 'and no second one').toHaveLength(1)
})
