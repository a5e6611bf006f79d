/** Forms: a patient fills one on a phone, staff see it come, file and export it; and the frame of the BI service. */

import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre'
import { expect, isLive, nothingSticksOut, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const PHONE = { viewport: { width: 390, height: 844 }, touch: true }

test('a patient fills a form on a phone, and staff see it come, file it and export it [CALL-MAIN-10] [CALL-MAIN-11]', async ({
  desk,
  visitor,
  allowConsole,
}) => {
  // The browser logs the page that lists what is missing.
  allowConsole(/422/)
  // Opened first: what is sent within three seconds is held.
  const { page: patient } = await visitor('/f/form_cedar_intake', PHONE)
  await expect(patient.getByRole('heading', { name: 'New patient intake' })).toBeVisible()
  expect(await violationsOf(patient)).toEqual([])
  await nothingSticksOut(patient)
  const { page: lena } = await desk('lena@demo.test', '/forms?form=form_cedar_intake')
  await isLive(lena)
  const list = lena.getByRole('list', { name: 'Submissions' })
  const newest = list.getByRole('listitem').first()
  const before = (await newest.getAttribute('data-submission-id')) ?? ''
  expect(await violationsOf(lena)).toEqual([])

  await expect(patient.getByLabel('Which allergies? (required)')).toBeHidden()
  await patient.getByLabel('Your full name (required)').fill('Zelda Quince')
  const allergies = patient.getByRole('group', { name: 'Do you have allergies? (required)' })
  await allergies.getByLabel('Yes').check()
  await patient.getByRole('button', { name: 'Send' }).click()
  const alert = patient.getByRole('alert')
  await expect(alert).toContainText('answers need you')
  await expect(alert).toBeFocused()
  await expect(patient.getByLabel('Your full name (required)')).toHaveValue('Zelda Quince')
  expect(await violationsOf(patient)).toEqual([])
  await patient.getByLabel('Which allergies? (required)').fill('Quincefruit')
  await patient.getByLabel('Your birth date (required)').fill('1980-05-31')
  await patient.getByLabel('Your phone number (required)').fill('(512) 555-0199')
  await patient.getByRole('group', { name: 'Do you smoke? (required)' }).getByLabel('No').check()
  await patient.getByRole('button', { name: 'Send' }).click()
  await expect(patient.getByRole('heading', { name: 'Thank you' })).toBeVisible()

  await expect(newest).not.toHaveAttribute('data-submission-id', before)
  await expect(newest).toContainText('No patient yet')
  await newest.getByRole('link').click()
  await expect(lena.getByText('Quincefruit')).toBeVisible()
  expect(await violationsOf(lena)).toEqual([])
  await lena.getByRole('combobox', { name: 'Patient' }).fill('Rosalind Carver')
  await lena
    .getByRole('option', { name: /Rosalind Carver/ })
    .first()
    .click()
  await told(lena, 'Filed under Rosalind Carver')
  await lena.getByRole('button', { name: 'Mark as done' }).click()
  await expect(lena.getByRole('button', { name: 'Mark as new' })).toBeVisible()
  const [pdf] = await Promise.all([lena.waitForEvent('download'), lena.getByRole('button', { name: 'PDF' }).click()])
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await lena.goto('/exports')
  await expect(lena.getByRole('button', { name: 'Download Excel' })).toBeVisible()
  expect(await violationsOf(lena)).toEqual([])
  const [excel] = await Promise.all([
    lena.waitForEvent('download'),
    lena.getByRole('button', { name: 'Download Excel' }).click(),
  ])
  const { sheets } = await readXlsx(await readFile(await excel.path()))
  expect(sheets.map(({ name }) => name).sort()).toEqual([
    'Flu shots 2025',
    'Glasgow Coma Score',
    'New patient intake',
    'Prescription refill',
  ])
  expect(JSON.stringify(sheets)).toContain('Quincefruit')
})

test('an admin brings in a form and closes it, which a colleague sees without reload', async ({
  desk,
  visitor,
  allowConsole,
}) => {
  const { page: dana } = await desk('dana@demo.test', '/forms')
  const { page: ana } = await desk('ana@demo.test', '/forms')
  for (const one of [dana, ana]) await isLive(one)
  await expect(dana.getByRole('button', { name: 'Bring in a form' })).toHaveAttribute('aria-disabled', 'true')
  await ana.getByRole('button', { name: 'Bring in a form' }).click()
  const item = [{ linkId: 'one', type: 'string', text: 'One thing' }]
  const questionnaire = { resourceType: 'Questionnaire', title: 'Kumquat survey', status: 'active', item }
  const odd = { ...questionnaire, item: [...item, { linkId: 'photo', type: 'attachment', text: 'Photo' }] }
  allowConsole(/422/)
  await ana.getByLabel('Questionnaire', { exact: true }).fill(JSON.stringify(odd))
  await ana.getByRole('button', { name: 'Bring in', exact: true }).click()
  await expect(ana.getByText('photo: The type attachment is not supported')).toBeVisible()
  await ana.getByLabel('Questionnaire', { exact: true }).fill(JSON.stringify(questionnaire))
  await ana.getByRole('button', { name: 'Bring in', exact: true }).click()
  const row = dana.getByRole('list', { name: 'Forms' }).getByRole('listitem').filter({ hasText: 'Kumquat survey' })
  await expect(row).toContainText('Open')
  await ana.getByRole('link', { name: 'Kumquat survey' }).click()
  await expect(ana.getByRole('list', { name: 'Questions' })).toContainText('One thing')
  expect(await violationsOf(ana)).toEqual([])
  const address = (await ana.getByRole('link', { name: /\/f\/form_/ }).getAttribute('href')) ?? ''
  await ana.getByRole('button', { name: 'Close the form' }).click()
  await expect(row).toContainText('Closed')
  allowConsole(/404/)
  const { page: patient } = await visitor(new URL(address).pathname, PHONE)
  await expect(patient.getByRole('heading', { name: 'This form is not open' })).toBeVisible()
})

for (const theme of ['light', 'dark'] as const)
  for (const width of [1440, 820, 390])
    test(`the pages of forms and BI are without fault at ${width} in ${theme}`, async ({ desk }) => {
      const { page } = await desk('sam@demo.test', '/forms', { viewport: { width, height: 900 }, theme })
      await expect(page.getByRole('list', { name: 'Forms' })).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await nothingSticksOut(page)
      await page.goto('/forms/form_cedar_refill')
      await expect(page.getByRole('list', { name: 'Questions' })).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await page.goto('/exports')
      await expect(page.getByRole('button', { name: 'Download Excel' })).toBeVisible()
      await nothingSticksOut(page)
      await page.goto('/dashboards/bi')
      await page.getByRole('link', { name: 'Operations' }).click()
      const frame = page.frameLocator('iframe[title="Operations"]')
      await expect(frame.getByText('Signed in as org_cedar:usr_sam')).toBeVisible()
      await expect(page.locator('iframe')).toBeVisible()
      await expect(page.getByText('The BI service has not answered.')).toBeHidden()
    })
