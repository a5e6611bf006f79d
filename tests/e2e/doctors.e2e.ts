/** Doctors: two desks see the same faces, profiles are edited, archived and previewed by keyboard, and a phone shows all of it. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, isLive, nothingSticksOut, requestsTo, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const list = (page: Page) => page.getByRole('list', { name: 'Doctors' })
const cell = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
const face = (page: Page, name: string) => cell(page, name).locator('img')
const form = (page: Page) => page.getByRole('form', { name: 'Edit doctor' })

test('doctors have faces, and a new picture and a changed profile reach another desk at once [CALL-MAIN-02] [OPEN-080]', async ({
  desk,
  allowConsole,
}) => {
  allowConsole(/status of 400|reason: not_valid/)
  const [{ page: lena }, { page: dana }] = [
    await desk('lena@demo.test', '/doctors'),
    await desk('dana@demo.test', '/doctors'),
  ]
  for (const page of [lena, dana]) {
    await isLive(page)
    await expect(face(page, 'Amara Okafor')).toBeVisible()
    await expect(face(page, 'Wei Zhang')).toHaveCount(0)
  }
  await cell(lena, 'Wei Zhang').getByRole('link').click()
  await expect(heading(lena, 'Dr. Wei Zhang')).toBeVisible()
  const uploads = requestsTo(lena, '/api/main/doctor/upload-profile-pic/doc_zhang')
  const buffer = await sharp({ create: { width: 200, height: 300, channels: 3, background: '#345a86' } })
    .png()
    .toBuffer()
  await lena.getByLabel('Picture of the doctor').setInputFiles({ name: 'zhang.png', mimeType: 'image/png', buffer })
  await told(lena, 'Dr. Wei Zhang has a new picture')
  expect(uploads).toHaveLength(1)
  await expect(face(dana, 'Wei Zhang')).toBeVisible()
  await lena.keyboard.press('z')
  await expect(face(dana, 'Wei Zhang')).toHaveCount(0)

  await form(lena).getByLabel('NPI').fill('1999900016')
  await form(lena).getByLabel('Specialty').fill('Skin and hair')
  await form(lena).getByRole('button', { name: 'Save' }).click()
  await expect(form(lena).getByText('Another doctor has this NPI')).toBeVisible()
  await form(lena).getByLabel('NPI').fill('1999900040')
  await form(lena).getByRole('button', { name: 'Save' }).click()
  await told(lena, 'Saved Dr. Wei Zhang')
  await expect(cell(dana, 'Wei Zhang')).toContainText('Skin and hair')
})

test('by keyboard a doctor is found from the command bar, archived, brought back and previewed, in both themes without a barrier [DOC-01] [ENTITY-15] [CALL-MAIN-04]', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test', '/inbox')
  await isLive(page)
  const bar = page.getByRole('combobox', { name: 'Go to a patient, conversation or page' })
  // The places come with the code that loads after the shell.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await bar.fill('physicians', { timeout: 10_000 })
    const first = page.getByRole('group', { name: 'Actions' }).getByRole('option').first()
    await expect(first).toContainText('Doctors', { timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Doctors')).toBeVisible()
  await expect(list(page)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await page.keyboard.press('/')
  await page.keyboard.type('feldman')
  await expect(list(page).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Select Naomi Feldman' }).press('Space')
  const archive = requestsTo(page, '/api/main/doctor/bulk-archive/org_cedar')
  await page.getByRole('button', { name: 'Archive 1 doctor' }).press('Enter')
  await expect(page.getByText('No doctor matches')).toBeVisible()
  expect(archive).toHaveLength(1)
  // The event may empty the list before the call's answer, which brings the undo.
  await told(page, 'Archived')
  await page.keyboard.press('z')
  await expect(cell(page, 'Naomi Feldman')).toBeVisible()

  await page.getByRole('button', { name: 'Preview Naomi Feldman' }).press('Enter')
  await expect(heading(page, 'Preview of Naomi Feldman')).toBeVisible()
  const whole = page.getByRole('region', { name: 'As a page' })
  await expect(whole.locator('img')).toBeVisible()
  await expect(whole).toContainText('Obstetrics and gynecology')
  const held = await page.evaluate(() => JSON.parse(localStorage.getItem('mainContext') ?? '{}'))
  expect(held.doctorPreviewData).toMatchObject({ _id: 'doc_feldman', npi: '1999900057' })
  expect(held.doctorPreviewImage).toContain('/api/main/doctor/picture')
  await page.reload()
  await expect(whole.locator('img')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What is missing' })).toContainText('The profile is complete')
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
    expect(await violationsOf(page)).toEqual([])
  }
  await page.getByRole('link', { name: 'Edit' }).press('Enter')
  await expect(form(page)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})

test('an untouched editor follows a colleague, and one with changes says that it is overtaken', async ({ desk }) => {
  const [{ page: lena }, { page: dana }, { page: sam }] = [
    await desk('lena@demo.test', '/doctors/doc_reyes'),
    await desk('dana@demo.test', '/doctors/doc_reyes'),
    await desk('sam@demo.test', '/doctors/doc_reyes'),
  ]
  for (const page of [lena, dana, sam]) await isLive(page)
  await form(sam).getByLabel('About').fill('Sees children of all ages.')
  await form(lena).getByLabel('Specialty').fill('Pediatric cardiology')
  await form(lena).getByRole('button', { name: 'Save' }).click()
  await told(lena, 'Saved Dr. Lucia Reyes')
  await expect(form(dana).getByLabel('Specialty')).toHaveValue('Pediatric cardiology')
  await expect(form(dana).getByRole('alert')).toHaveCount(0)

  const overtaken = form(sam).getByRole('region', { name: 'Changed by someone else' })
  await expect(overtaken).toHaveText('Specialty: Pediatric cardiology')
  expect(await violationsOf(sam)).toEqual([])
  await form(sam).getByRole('button', { name: 'Keep mine, then save' }).click()
  await form(sam).getByRole('button', { name: 'Save' }).click()
  await told(sam, 'Saved Dr. Lucia Reyes')
  await expect(form(lena).getByLabel('About')).toHaveValue('Sees children of all ages.')
  await expect(form(sam).getByLabel('Specialty')).toHaveValue('Pediatric cardiology')
})

test('a phone shows the list, the editor and the preview whole', async ({ desk }) => {
  const { page } = await desk('lena@demo.test', '/doctors')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(face(page, 'Amara Okafor')).toBeVisible()
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
  await cell(page, 'Amara Okafor').getByRole('link').click()
  await expect(form(page)).toBeVisible()
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(heading(page, 'Preview of Amara Okafor')).toBeVisible()
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
})
