/** The page of visits: two desks see the same day, everything works by keyboard, and a phone shows all of it. */
import { dayAfter, weekdayOf } from '@foyer/contracts/time/calendar.rules.ts'
import type { Page } from '@playwright/test'
import { clinicDay, type Desk, expect, isLive, nothingSticksOut, pressGo, requestsTo, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const LIST = '/api/campaign/appointments/appointment-list-web'
const table = (page: Page) => page.getByRole('table', { name: 'Appointments' })
const rows = (page: Page) => table(page).locator('[data-appointment-id]')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const booking = (page: Page) => page.getByRole('form', { name: 'Book a visit' })

/** Days that no other visit is on, each a business day: every test has one of its own. */
let taken = 0
function freeDay(): string {
  taken += 1
  const day = dayAfter(clinicDay(), 120 + 7 * taken)
  const ahead = { saturday: 2, sunday: 1 }[weekdayOf(day) as string] ?? 0
  return dayAfter(day, ahead)
}

/** Shows one day by the fields of the calendar. */
async function showDay(page: Page, day: string): Promise<void> {
  await page.getByRole('button', { name: /^Dates:/ }).click()
  await page.getByLabel('To', { exact: true }).fill(day)
  await page.getByLabel('From', { exact: true }).fill(day)
  await page.keyboard.press('Escape')
}

/** Books a visit on a day with the form, for a patient of the demo data. */
async function book(
  page: Page,
  { day, patient, time, type }: { day: string; patient: string; time: string; type: string },
) {
  // A day without visits offers it a second time.
  await page.getByRole('button', { name: 'Book a visit' }).first().click()
  const form = booking(page)
  await form.getByRole('combobox', { name: 'Patient' }).fill(patient)
  await page
    .getByRole('option', { name: new RegExp(patient) })
    .first()
    .click()
  if (await form.getByRole('button', { name: 'Doctor: Choose a doctor' }).isVisible()) {
    await form.getByRole('button', { name: /^Doctor:/ }).click()
    await page.getByRole('option').nth(1).click()
  }
  await form.getByLabel('Date').fill(day)
  await form.getByRole('button', { name: 'Type another time' }).click()
  await form.getByLabel('Time').fill(time)
  await form.getByLabel('Visit type').fill(type)
  await form.getByRole('button', { name: 'Book a visit' }).click()
}

/** Waits for the row, which an event may bring before the form is answered, and for the end of the form, which keeps the keys. */
async function isBooked(page: Page, name: string): Promise<void> {
  await expect(row(page, name)).toBeVisible()
  await expect(booking(page)).toHaveCount(0)
}

async function openBoth(desk: (email: string, path: string) => Promise<Desk>, day: string) {
  const both = [await desk('lena@demo.test', '/appointments'), await desk('dana@demo.test', '/appointments')] as const
  for (const { page } of both) {
    await isLive(page)
    await showDay(page, day)
    await expect(page.getByText(/^No visits on/)).toBeVisible()
  }
  return both
}

test('a visit that one desk books waits behind a pill at the other, and both see it confirmed and undone [LIST-02] [LIST-05] [CALL-SERVICES-05]', async ({
  desk,
  allowConsole,
}) => {
  const day = freeDay()
  const [{ page: lena }, { page: dana }] = await openBoth(desk, day)
  await book(lena, { day, patient: 'Rosalind Carver', time: '09:30', type: 'Follow-up' })
  await told(lena, 'Booked Rosalind Carver')
  await expect(row(lena, 'Rosalind Carver')).toContainText('Not confirmed')

  await dana.getByRole('button', { name: '1 new visit' }).click()
  await expect(row(dana, 'Rosalind Carver')).toContainText('Follow-up')
  await expect(dana.getByRole('button', { name: '9:30, 1 visit, 1 not confirmed' })).toBeVisible()

  await lena.getByRole('button', { name: 'More for Rosalind Carver' }).click()
  await lena.getByRole('menuitem', { name: 'Mark confirmed' }).click()
  await told(lena, 'Confirmed Rosalind Carver')
  for (const page of [lena, dana]) {
    await expect(row(page, 'Rosalind Carver')).toContainText('Confirmed')
    await expect(page.getByRole('button', { name: '9:30, 1 visit', exact: true })).toBeVisible()
  }
  await lena.keyboard.press('z')
  for (const page of [lena, dana]) await expect(row(page, 'Rosalind Carver')).toContainText('Not confirmed')

  // The same time of the same doctor is refused at its field.
  allowConsole(/409|slot_taken/)
  await book(lena, { day, patient: 'Miguel Santos', time: '09:30', type: 'Follow-up' })
  await expect(booking(lena)).toContainText('That time was just taken. Choose another one.')
  await booking(lena).getByLabel('Time').fill('10:30')
  await booking(lena).getByRole('button', { name: 'Book a visit' }).click()
  await told(lena, 'Booked Miguel Santos')
})

test('by keyboard alone a visit is found, confirmed, moved to another time, and its chart is a key away', async ({
  desk,
}) => {
  const day = freeDay()
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await pressGo(page, 'a')
  await expect(page.getByRole('heading', { level: 1, name: 'Appointments' })).toBeFocused()
  await showDay(page, day)
  await book(page, { day, patient: 'Rosalind Carver', time: '11:00', type: 'Annual visit' })
  await isBooked(page, 'Rosalind Carver')
  // The closed form gives the focus back in a later frame.
  await expect(page.getByRole('button', { name: 'Book a visit' })).toBeFocused()
  await page.getByRole('heading', { level: 1 }).focus()

  await page.keyboard.press('j')
  await expect(row(page, 'Rosalind Carver')).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Selected visits' })).toContainText('1 selected')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('x')
  await page.keyboard.press('y')
  await expect(row(page, 'Rosalind Carver')).toContainText('Confirmed')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Visit of Rosalind Carver' })
  await expect(panel.getByRole('list', { name: 'History' })).toContainText('Confirmed')
  expect(await violationsOf(page)).toEqual([])

  await panel.getByRole('button', { name: 'Reschedule' }).press('Enter')
  const form = page.getByRole('form', { name: 'Reschedule' })
  // The drawer takes the focus when its code has loaded.
  await expect(page.getByRole('dialog', { name: 'Reschedule Rosalind Carver' })).toBeFocused()
  await form.getByRole('button', { name: 'Type another time' }).press('Enter')
  await form.getByLabel('Time').fill('15:00')
  await page.keyboard.press('Enter')
  await told(page, /Moved Rosalind Carver to .*3:00 PM/)
  await expect(row(page, 'Rosalind Carver')).toContainText('3:00')
  // Another time was confirmed.
  await expect(row(page, 'Rosalind Carver')).toContainText('Not confirmed')
  await expect(form).toHaveCount(0)
  await page.keyboard.press(']')
  await expect(page.getByText(/^No visits on/)).toBeVisible()
  await page.keyboard.press('[')
  await expect(row(page, 'Rosalind Carver')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  await expect(row(page, 'Rosalind Carver')).toBeFocused()
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/\/patients\//)
})

test('the filters travel as the call takes them, stay after a reload, and a failure keeps the rows [CALL-CAMPAIGN-12] [CALL-CAMPAIGN-13] [ENTITY-13] [RULE-09] [ERR-25]', async ({
  desk,
  allowConsole,
}) => {
  const day = freeDay()
  const { page } = await desk('lena@demo.test', '/appointments')
  await isLive(page)
  const asked = requestsTo(page, LIST)
  const headers: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === LIST) headers.push(request.headers().organizationid ?? '')
  })
  // The ribbon and the half hours read the same list, by longer pages.
  const newest = () => asked.findLast((search) => search.get('limit') === '10')
  const query = () => JSON.parse(newest()?.get('query') ?? '{}')
  await showDay(page, day)
  await page.getByRole('button', { name: /^Status:/ }).click()
  await page.getByRole('option', { name: 'Not confirmed' }).click()
  await page.getByRole('searchbox', { name: 'Search appointments' }).fill('ca')
  await expect.poll(query).toEqual({ dateFrom: day, dateTo: day, appointmentStatus: 'unconfirmed' })
  await page.getByRole('searchbox', { name: 'Search appointments' }).fill('carver')
  const all = { search: 'carver', dateFrom: day, dateTo: day, appointmentStatus: 'unconfirmed' }
  await expect.poll(query).toEqual(all)
  const last = newest()
  expect([last?.get('skip'), last?.get('pageNo'), last?.get('sort')]).toEqual(['0', '1', '{"appointmentDate":1}'])
  expect(new Set(headers)).toEqual(new Set(['org_cedar']))

  await book(page, { day, patient: 'Rosalind Carver', time: '13:00', type: 'Follow-up' })
  await isBooked(page, 'Rosalind Carver')
  const before = asked.length
  await page.reload()
  await expect(row(page, 'Rosalind Carver')).toBeVisible()
  expect(asked.length).toBeGreaterThan(before)
  expect(query()).toEqual(all)

  allowConsole(/500|Failed to fetch appointments/)
  await page.route(`**${LIST}?**`, (route) => route.fulfill({ status: 500, json: { code: 'error', reason: 'failed' } }))
  await page.getByRole('button', { name: /^Eligible:/ }).click()
  await page.getByRole('option', { name: 'Not eligible' }).click()
  await told(page, 'Failed to fetch appointments')
  await expect(row(page, 'Rosalind Carver')).toBeVisible()
  await page.unroute(`**${LIST}?**`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Appointments did not load')).toHaveCount(0)
})

test('on a phone a day, its menu and a visit fit, with large targets and no barrier', async ({ desk }) => {
  const day = freeDay()
  const { page } = await desk('lena@demo.test', '/appointments', { viewport: { width: 390, height: 844 }, touch: true })
  await isLive(page)
  await showDay(page, day)
  await book(page, { day, patient: 'Rosalind Carver', time: '14:00', type: 'Follow-up' })
  await isBooked(page, 'Rosalind Carver')
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
  const confirm = row(page, 'Rosalind Carver').getByRole('button', { name: 'Mark confirmed' })
  const box = await confirm.boundingBox()
  expect([box?.width, box?.height]).toEqual([44, 44])
  await confirm.click()
  await expect(row(page, 'Rosalind Carver')).toContainText('Confirmed')
  // A stacked row has the words of its hidden columns under the name.
  await row(page, 'Rosalind Carver').getByRole('rowheader').getByText('Follow-up').click()
  await expect(
    page.getByRole('dialog', { name: 'Rosalind Carver' }).getByText('2:00 PM', { exact: true }),
  ).toBeVisible()
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
})
