/** The page of due dates: two desks see the same list, everything works by keyboard, and a phone shows all of it. */
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import type { Page } from '@playwright/test'
import { clinicDay, expect, isLive, nothingSticksOut, requestsTo, screenDay, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const PAGE = '/appointments/due-dates'
const list = (page: Page) => page.getByRole('list', { name: 'Due dates' })
const rows = (page: Page) => list(page).locator('[data-due-date-id]')
const row = (page: Page, words: string) => rows(page).filter({ hasText: words })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected due dates' })

/** Kinds of visits that no other test has. */
let made = 0
function newType(): string {
  made += 1
  return `Check of due dates ${made}`
}

/** Adds a due date with the form. */
async function add(page: Page, { patient, type, day }: { patient: string; type: string; day: string }) {
  await page.getByRole('button', { name: 'Add a due date' }).click()
  const form = page.getByRole('form', { name: 'Add a due date' })
  await form.getByRole('combobox', { name: 'Patient' }).fill(patient)
  await page
    .getByRole('option', { name: new RegExp(patient) })
    .first()
    .click()
  await form.getByLabel('Visit type').fill(type)
  await form.getByLabel('Due by').fill(day)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await told(page, `Added ${type} for ${patient}`)
}

/** Nothing in the list moves while the pointer or the focus is in it. */
async function leaveList(page: Page) {
  await page.mouse.move(5, 5)
  await page.getByRole('heading', { level: 1 }).focus()
}

test('a due date that one desk adds, invites to and finishes is so at the other, at once [OPEN-014]', async ({
  desk,
}) => {
  const [{ page: lena }, { page: dana }] = [await desk('lena@demo.test', PAGE), await desk('dana@demo.test', PAGE)]
  for (const page of [lena, dana]) {
    await isLive(page)
    await expect(rows(page).first()).toBeVisible()
  }
  const type = newType()
  // The first of all, so that it is on the first page.
  await add(lena, { patient: 'Rosalind Carver', type, day: dayAfter(clinicDay(), -400) })
  for (const page of [lena, dana]) {
    await leaveList(page)
    await expect(row(page, type)).toContainText(/40[01] days overdue/)
  }

  await row(lena, type)
    .getByRole('button', { name: `Invite Rosalind Carver to ${type}` })
    .click()
  await told(lena, 'Invitation sent to Rosalind Carver')
  for (const page of [lena, dana]) {
    await expect(row(page, type)).toContainText('Invited')
    await expect(row(page, type).getByRole('button', { name: /^Invite/ })).toHaveAttribute('aria-disabled', 'true')
  }

  await row(dana, type)
    .getByRole('button', { name: /^More for/ })
    .click()
  await dana.getByRole('menuitem', { name: 'Mark as done' }).click()
  await dana.getByRole('alertdialog').getByRole('button', { name: 'Mark as done' }).click()
  await told(dana, `${type} for Rosalind Carver is done`)
  for (const page of [lena, dana]) {
    await leaveList(page)
    await expect(row(page, type)).toHaveCount(0)
  }
})

test('several are invited at once, and those that were invited before are left out in words', async ({ desk }) => {
  const { page } = await desk('lena@demo.test', PAGE)
  await isLive(page)
  const [one, other] = [newType(), newType()]
  await add(page, { patient: 'Rosalind Carver', type: one, day: dayAfter(clinicDay(), -402) })
  await add(page, { patient: 'Rosalind Carver', type: other, day: dayAfter(clinicDay(), -401) })
  await leaveList(page)
  await row(page, one)
    .getByRole('button', { name: /^Invite/ })
    .click()
  await expect(row(page, one)).toContainText('Invited')
  for (const type of [one, other]) await row(page, type).getByRole('checkbox').check()
  await expect(bar(page)).toContainText('2 selected')
  await expect(bar(page)).toContainText('1 of 2 can be invited: 1 was invited in the last 7 days')
  await bar(page).getByRole('button', { name: 'Invite' }).click()
  await told(page, 'Invitation sent to Rosalind Carver. Left out: 1 was invited already.')
  await expect(bar(page)).toHaveCount(0)
  await expect(row(page, other)).toContainText('Invited')
})

test('a patient’s due dates are read by the specification’s call and stay after a reload [LIST-03] [OPEN-061]', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test', PAGE)
  await isLive(page)
  const asked = requestsTo(page, '/api/campaign/appointments/due-date-list')
  await page.getByRole('combobox', { name: 'Patient' }).fill('Denise Walker')
  await page
    .getByRole('option', { name: /Denise Walker/ })
    .first()
    .click()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await expect(row(page, 'Mammogram')).toContainText('overdue')
  const query = Object.fromEntries(asked.at(-1) ?? [])
  expect(query).toEqual({ organizationId: 'org_cedar', patientId: expect.any(String) })
  expect(page.url()).toContain(`patientId=${query.patientId}`)
  expect(page.url()).not.toContain('Denise')
  await page.reload()
  await expect(row(page, 'Flu shot')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show all patients, not only Denise Walker' })).toBeVisible()
  await page.getByRole('button', { name: /^Status:/ }).click()
  await page.getByRole('option', { name: 'Overdue' }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('by keyboard alone a due date is found, selected and invited to, and its chart is a key away', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test', '/appointments')
  await isLive(page)
  await page.getByRole('link', { name: 'Due-date list' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Due dates' })).toBeFocused()
  await expect(rows(page).first()).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const type = newType()
  await add(page, { patient: 'Rosalind Carver', type, day: dayAfter(screenDay(), -500) })
  await leaveList(page)
  await expect(rows(page).first()).toContainText(type)
  await page.keyboard.press('j')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('1 selected')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('i')
  await told(page, 'Invitation sent to Rosalind Carver')
  await expect(row(page, type)).toContainText('Invited')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/\/patients\//)
})

test('on a phone the due dates fit, with large targets and no barrier', async ({ desk }) => {
  const { page } = await desk('lena@demo.test', PAGE, { viewport: { width: 390, height: 844 }, touch: true })
  await isLive(page)
  await expect(rows(page).first()).toBeVisible()
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
  const box = await rows(page)
    .first()
    .getByRole('button', { name: /^Invite/ })
    .boundingBox()
  expect([box && box.width >= 44, box?.height]).toEqual([true, 44])
  await rows(page).first().getByRole('checkbox').check()
  await expect(bar(page)).toContainText('1 selected')
  await page.getByRole('button', { name: 'Add a due date' }).click()
  await expect(page.getByRole('form', { name: 'Add a due date' })).toBeVisible()
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
})
