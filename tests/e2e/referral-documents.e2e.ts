/** Documents of referrals: the server finds whose they are, a person checks it and sends them, and another desk sees them. */
import type { Page } from '@playwright/test'
import { expect, isLive, nothingSticksOut, requestsTo, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF',
)

const documents = (page: Page) => page.getByRole('list', { name: 'Documents' }).getByRole('listitem')
const drop = (page: Page, names: readonly string[]) =>
  page
    .getByLabel('Choose files')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'application/pdf', buffer: PDF })))

test('documents are sent once their referrals are found or chosen, and seen by a person [CALL-MAIN-08] [UPL-06]', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test', '/uploads/referral-documents')
  const { page: dana } = await desk('dana@demo.test', '/uploads/referrals')
  for (const one of [page, dana]) await isLive(one)
  const uploads = requestsTo(page, '/api/main/referral/upload-document')
  await drop(page, ['221-0067 letter.pdf', 'scan 12.pdf', '221-0067 Grace Nwosu.pdf'])
  await expect(documents(page).nth(0)).toContainText('Found by the MRN in its name')
  await expect(documents(page).nth(0)).toContainText('Miguel Santos')
  await expect(documents(page).nth(1)).toContainText('Choose the referral')
  await expect(documents(page).nth(2)).toContainText('Its name fits several: choose the referral')
  await page.getByRole('combobox', { name: 'The referral of 221-0067 Grace Nwosu.pdf' }).press('ArrowDown')
  await page.getByRole('option', { name: /Grace Nwosu/ }).click()
  await page.getByRole('combobox', { name: 'The referral of scan 12.pdf' }).fill('mahmoud')
  await expect(page.getByRole('option', { name: /Aisha Mahmoud/ })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(documents(page).nth(1)).toContainText('Ready to send')
  expect(uploads).toEqual([])
  await page.getByRole('button', { name: 'Send 3 documents' }).press('Enter')
  await expect(documents(page).getByText('Kept')).toHaveCount(3)
  expect(uploads).toHaveLength(3)
  await dana.getByLabel('Search referrals').fill('221-0067')
  await dana.getByRole('button', { name: '1 document of Miguel Santos' }).click()
  await expect(dana.getByRole('dialog')).toContainText('221-0067 letter.pdf')
  expect(await violationsOf(dana)).toEqual([])
})

test('on a phone the found referrals are checked, and each file has its buttons within reach', async ({ desk }) => {
  const small = { viewport: { width: 390, height: 844 }, touch: true, theme: 'dark' } as const
  const { page } = await desk('lena@demo.test', '/uploads/referral-documents', small)
  await isLive(page)
  await drop(page, ['Bernadette O’Hara.pdf', 'scan.pdf'])
  await expect(documents(page).nth(0)).toContainText('Found by the names in its name')
  await expect(documents(page).nth(1)).toContainText('Choose the referral')
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Take scan.pdf from the list' }).tap()
  await expect(documents(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Choose another referral for Bernadette O’Hara.pdf' }).tap()
  await expect(page.getByRole('combobox', { name: 'The referral of Bernadette O’Hara.pdf' })).toBeFocused()
  // The open list hides the rest of the page.
  await page.getByRole('option', { name: /^Bernadette/ }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Send documents' })).toHaveAttribute('aria-disabled', 'true')
})
