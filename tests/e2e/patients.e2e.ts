/** The list of patients: two desks see the same people, everything works by keyboard, and a phone shows all of it. */
import type { Page } from '@playwright/test'
import { type Desk, expect, isLive, nothingSticksOut, pressGo, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const SEARCH = '/api/patient-search'
const table = (page: Page) => page.getByRole('table', { name: 'Patients' })
const rows = (page: Page) => table(page).locator('[data-patient-id]')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const filters = (page: Page) => page.getByRole('search', { name: 'Filter the patients' })
const newPatient = (page: Page) => page.getByRole('form', { name: 'New patient' })
const chartOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search patients' })

/** Records what this page asks of the call. */
function searches(page: Page): Record<string, unknown>[] {
  const asked: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === SEARCH) asked.push(request.postDataJSON())
  })
  return asked
}

async function openList(
  desk: (email: string, path: string, options?: object) => Promise<Desk>,
  email = 'lena@demo.test',
  options: object = {},
): Promise<Page> {
  const { page } = await desk(email, '/patients', options)
  await isLive(page)
  await expect(rows(page)).toHaveCount(10)
  return page
}

async function add(page: Page, first: string, last: string, phone = ''): Promise<void> {
  await page.getByRole('button', { name: 'New patient' }).click()
  const form = newPatient(page)
  await form.getByLabel('First name').fill(first)
  await form.getByLabel('Last name').fill(last)
  await form.getByLabel('Phone').fill(phone)
  await form.getByRole('button', { name: 'Add patient' }).click()
}

test('a patient whom one desk adds waits behind a pill at the other, follows a change there, and stays until the page changes [LIST-01]', async ({
  desk,
}) => {
  const [lena, dana] = [await openList(desk), await openList(desk, 'dana@demo.test')]
  await filters(dana).getByLabel('Last name').fill('quillfeather')
  await expect(dana.getByText('No patients match these filters')).toBeVisible()

  await add(lena, 'Nora', 'Quillfeather')
  await told(lena, 'Added Nora Quillfeather')
  await expect(chartOf(lena, 'Nora Quillfeather')).toBeVisible()
  await dana.getByRole('button', { name: '1 new patient' }).click()
  await expect(row(dana, 'Nora Quillfeather')).toContainText('No number')

  await lena.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = lena.getByRole('form', { name: 'Edit patient' })
  await edit.getByLabel('Last name').fill('Abernathy')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row(dana, 'Nora Abernathy')).toBeVisible()
  await filters(dana).getByLabel('First name').fill('nora')
  await expect(dana.getByText('No patients match these filters')).toBeVisible()
})

test('a number that others have is named before the new patient is saved, and the family then shares it', async ({
  desk,
}) => {
  const page = await openList(desk)
  await add(page, 'Otto', 'Ullswater', '(512) 555-0777')
  await expect(chartOf(page, 'Otto Ullswater')).toBeVisible()
  await page.goBack()
  await expect(rows(page).first()).toBeVisible()

  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/main/patients')
      asked.push(request.postDataJSON())
  })
  // The look-up while one types is answered after the press, so that the press is of the button that names nobody yet.
  const pressed = Promise.withResolvers<void>()
  await page.route(`**${SEARCH}`, async (call) => {
    await pressed.promise
    await call.continue()
  })
  await add(page, 'Ida', 'Ullswater', '512 555 0777')
  pressed.resolve()
  await expect(newPatient(page).getByRole('list', { name: 'Patients with this number' })).toHaveText(/Otto Ullswater/)
  expect(asked).toEqual([])
  expect(await violationsOf(page)).toEqual([])
  await newPatient(page).getByRole('button', { name: 'Add with the shared number' }).click()
  await expect(chartOf(page, 'Ida Ullswater')).toBeVisible()
  expect(asked).toHaveLength(1)
  await page.goBack()
  await search(page).fill('ullswater')
  await expect(rows(page)).toHaveCount(2)
  for (const name of ['Ida', 'Otto']) await expect(row(page, name)).toContainText('Shared by 2')
})

test('by keyboard alone a patient is found, the chart opens, and the way back leads to the same search', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await pressGo(page, 'p')
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeFocused()
  await expect(rows(page)).toHaveCount(10)
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('carver ros')
  await expect(rows(page)).toHaveCount(1)
  for (let tabs = 0; tabs < 20; tabs += 1) {
    if (await row(page, 'Rosalind Carver').evaluate((one) => one === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(row(page, 'Rosalind Carver')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chartOf(page, 'Rosalind Carver')).toBeVisible()
  await page.goBack()
  await expect(search(page)).toHaveValue('carver ros')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('o')
  await expect(chartOf(page, 'Rosalind Carver')).toBeVisible()
})

test('the filters travel as the call takes them, stay after a reload, and a failure keeps the rows [ENTITY-14] [OPEN-019] [OPEN-054]', async ({
  desk,
  allowConsole,
}) => {
  const page = await openList(desk)
  const asked = searches(page)
  const organizationId = 'org_cedar'
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect
    .poll(() => asked.at(-1))
    .toMatchObject({ organizationId, page: 2, limit: 10, cursor: expect.any(String) })
  await expect(page.getByText(/^11–20 of/)).toBeVisible()
  await expect(page).toHaveURL(/\/patients\?page=2$/)
  await page.reload()
  await expect(page.getByText(/^11–20 of/)).toBeVisible()
  expect(asked.at(-1)).toEqual({ organizationId, page: 2, limit: 10 })

  await filters(page)
    .getByRole('button', { name: /^Eligible:/ })
    .click()
  await page.getByRole('option', { name: 'Eligible', exact: true }).click()
  await filters(page).getByLabel('First name').fill('ros')
  await filters(page).getByLabel('Last name').fill('car')
  const query = { patientEligible: 'eligible', patientFirstName: 'ros', patientLastName: 'car' }
  await expect.poll(() => asked.at(-1)).toEqual({ organizationId, ...query, page: 1, limit: 10 })
  await expect(page).toHaveURL(/\/patients$/)
  await page.reload()
  await expect(filters(page).getByLabel('Last name')).toHaveValue('car')
  expect(asked.at(-1)).toEqual({ organizationId, ...query, page: 1, limit: 10 })
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('mainContext') ?? '{}').patientFilter)
  expect(stored).toEqual({ ...query, selectedProvider: '', patientMrn: '', patientDob: null })

  await filters(page)
    .getByRole('button', { name: /^Clear/ })
    .click()
  await expect(rows(page)).toHaveCount(10)
  allowConsole(/500|Failed to fetch patients/)
  await page.route(`**${SEARCH}`, (route) => route.fulfill({ status: 500, json: { code: 'error', reason: 'failed' } }))
  await page.getByRole('button', { name: 'Next page' }).click()
  await told(page, 'Failed to fetch patients')
  await expect(rows(page)).toHaveCount(10)
  await page.unroute(`**${SEARCH}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Patients did not load')).toHaveCount(0)
  await expect(page.getByText(/^11–20 of/)).toBeVisible()
})

for (const theme of ['light', 'dark'] as const) {
  test(`the list and the form of a new patient have no barrier in the ${theme} theme`, async ({ desk }) => {
    const page = await openList(desk, 'lena@demo.test', { theme })
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'New patient' }).click()
    await newPatient(page).getByRole('button', { name: 'Add patient' }).click()
    await expect(newPatient(page).getByText('Type the first name')).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  })
}

test('on a phone the list, its filters and a new patient fit, with large targets and no barrier', async ({ desk }) => {
  const page = await openList(desk, 'lena@demo.test', { viewport: { width: 390, height: 844 }, touch: true })
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'More filters' }).click()
  const box = await filters(page).getByLabel('Last name').locator('..').boundingBox()
  expect(box?.height).toBe(44)
  await filters(page).getByLabel('Last name').fill('carver')
  await expect(row(page, 'Rosalind Carver')).toBeVisible()
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'New patient' }).click()
  await expect(newPatient(page)).toBeVisible()
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await row(page, 'Rosalind Carver').click()
  await expect(chartOf(page, 'Rosalind Carver')).toBeVisible()
})
