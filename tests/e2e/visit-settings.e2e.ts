/** The settings of visits: what is typed shows on a phone and in the forecast, and two admins don't overwrite one another. */
import type { Page } from '@playwright/test'
import { expect, isLive, nothingSticksOut, requestsTo, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const PAGE = '/settings/visits'
const form = (page: Page) => page.getByRole('form', { name: 'Visits and reminders' })
const words = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true })
const phone = (page: Page) => form(page).getByRole('figure')
const planned = (page: Page) => form(page).getByRole('table', { name: /Planned, next 7 days/ })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save' })

/** How many reminders the forecast plans. */
async function total(page: Page): Promise<number> {
  const caption = (await planned(page).locator('caption').textContent()) ?? ''
  return Number(caption.replace(/\D.*/, '').replaceAll(',', ''))
}

test('a text shows on the phone and the forecast moves while one types, before anything is saved', async ({ desk }) => {
  const { page } = await desk('ana@demo.test', PAGE)
  await isLive(page)
  const saved = requestsTo(page, '/api/campaign/appointments/settings')
  await expect(planned(page)).toBeVisible()
  const read = saved.length
  const before = await total(page)
  const [cadence] = await form(page).getByRole('checkbox', { name: 'Send these reminders' }).all()
  await cadence?.check()
  await expect.poll(() => total(page)).toBeGreaterThan(before)
  const enabled = await total(page)
  // A reminder a year ahead reaches no visit of the demo.
  await form(page).getByRole('textbox', { name: 'Sent', exact: true }).first().fill('365')
  await expect.poll(() => total(page)).toBeLessThan(enabled)

  await words(page, 'Text of reminder 1').first().fill('{{firstName}}, see you {{weekday}}.')
  await expect(phone(page)).toContainText(/Avery, see you \w+day\. Reply C to confirm or R to reschedule\./)
  await expect(phone(page)).toContainText('1 segment')

  await words(page, 'Text of reminder 1').first().fill('Reply C to confirm or CANCEL to cancel your visit.')
  await expect(form(page).locator('u')).toHaveText('CANCEL')
  await expect(form(page)).toContainText('CANCEL stops all texts at the carrier. Ask for R instead.')
  expect(await violationsOf(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(page)).toEqual([])
  await save(page).click()
  await expect(words(page, 'Text of reminder 1').first()).toBeFocused()
  await form(page).getByRole('button', { name: 'Use this wording' }).click()
  await expect(phone(page)).toContainText('Reply C to confirm or R to cancel your visit.')
  expect(saved).toHaveLength(read)
})

test('of two admins at two desks the second is shown what changed and keeps what was typed', async ({
  desk,
  allowConsole,
}) => {
  allowConsole(/409/)
  const [{ page: one }, { page: other }] = [await desk('ana@demo.test', PAGE), await desk('ana@demo.test', PAGE)]
  for (const page of [one, other]) await expect(words(page, 'Text of the invitation')).toBeVisible()
  await words(one, 'Text of the invitation').fill('Time for your visit, {{firstName}}. {{clinic}}')
  await words(other, 'Text after a missed visit').fill('We missed you, {{firstName}}. {{clinic}}')
  await save(one).click()
  await told(one, 'Visits and reminders saved')

  await save(other).click()
  const alert = form(other).getByRole('alert')
  await expect(alert).toContainText('Someone else changed these settings while you were editing.')
  await expect(alert).toContainText('Invitation: Time for your visit, {{firstName}}. {{clinic}}')
  await expect(words(other, 'Text after a missed visit')).toHaveValue('We missed you, {{firstName}}. {{clinic}}')
  await alert.getByRole('button', { name: 'Load theirs' }).click()
  await expect(words(other, 'Text of the invitation')).toHaveValue('Time for your visit, {{firstName}}. {{clinic}}')
  await words(other, 'Text after a missed visit').fill('We missed you, {{firstName}}. {{clinic}}')
  await save(other).click()
  await told(other, 'Visits and reminders saved')
  await one.reload()
  await expect(words(one, 'Text after a missed visit')).toHaveValue('We missed you, {{firstName}}. {{clinic}}')
})

test('by keyboard alone reminders for a kind of visit are added, marked where wrong, and saved', async ({ desk }) => {
  const { page } = await desk('ana@demo.test', '/settings/profile')
  await page.getByRole('link', { name: 'Visits', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Visits and reminders' })).toBeFocused()
  const add = form(page).getByRole('button', { name: 'Add a kind of visit' })
  await add.press('Enter')
  const kind = form(page).getByRole('textbox', { name: 'Kind of visit' }).last()
  await expect(kind).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(kind).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('Keyboard check')
  const list = form(page).getByRole('list', { name: 'Reminders of Keyboard check' })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await told(page, 'Visits and reminders saved')

  // A key loses no change that is not saved.
  await words(page, 'Text of the invitation').fill('Not saved.')
  await page.getByRole('link', { name: 'Hours' }).press('Enter')
  await expect(page.getByText('What you changed on this page is lost.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(words(page, 'Text of the invitation')).toHaveValue('Not saved.')
})

test('members who are no admins read the settings, and a phone shows both pages without barriers [OPEN-044]', async ({
  desk,
}) => {
  const small = { viewport: { width: 390, height: 844 }, touch: true }
  const { page } = await desk('lena@demo.test', PAGE, small)
  await expect(page.getByRole('list', { name: /^Reminders of/ }).first()).toContainText('before')
  await expect(page.getByRole('table', { name: /Sent, last 7 days/ })).toBeVisible()
  await expect(form(page)).toHaveCount(0)
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])

  const { page: admin } = await desk('ana@demo.test', PAGE, small)
  await expect(planned(admin)).toBeVisible()
  await words(admin, 'Text after a missed visit').click()
  await expect(phone(admin)).toContainText('Avery')
  await nothingSticksOut(admin)
  expect(await violationsOf(admin)).toEqual([])
})
