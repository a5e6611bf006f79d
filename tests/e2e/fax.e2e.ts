/** The pages of faxes: a fax to a busy line that then arrives, one that is canceled, and what can't be sent. */
import type { Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import { expect, isLive, nothingSticksOut, pressGo, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

/** Pages are drawn in processes of their own, which a busy machine starts slowly. */
const DRAWN = { timeout: 90_000 }
const list = (page: Page) => page.getByRole('list', { name: 'Faxes' })
const row = (page: Page, words: string) => list(page).getByRole('listitem').filter({ hasText: words })

async function pdf(pages: number): Promise<Buffer> {
  const file = new PDFDocument({ size: 'LETTER', autoFirstPage: false })
  const chunks: Buffer[] = []
  file.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = new Promise((resolve) => file.on('end', resolve))
  for (let page = 1; page <= pages; page++) file.addPage().fontSize(24).text(`Referral, page ${page}`)
  file.end()
  await end
  return Buffer.concat(chunks)
}

async function behave(url: string, change: object) {
  const answer = await fetch(`${url}/sandbox/fax-behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  expect(answer.status).toBe(200)
}

async function fill(page: Page, number: string, name: string) {
  await page.getByLabel('Fax file').setInputFiles({ name, mimeType: 'application/pdf', buffer: await pdf(2) })
  await page.getByLabel('To fax number').fill(number)
  await page.getByLabel('Note').fill('Referral of R. Carver, please call us with a date.')
}

test('a fax to a busy line shows its pages, its next try and its arrival, at both desks [FAX-01] [ENTITY-28] [RULE-13]', async ({
  desk,
  visitor,
  world,
}) => {
  const { page } = await desk('lena@demo.test', '/fax')
  const { page: dana } = await desk('dana@demo.test', '/fax/sent')
  for (const one of [page, dana]) await isLive(one)
  // The demo's own fax is tried a minute after the start; the machine must be free for the one below.
  await expect(row(dana, 'refill.pdf')).toContainText('Delivered', { timeout: 120_000 })
  await expect(page.locator('main form').locator('input, textarea')).toHaveCount(3)
  await behave(world.url, { outcome: 'busy', times: 1 })
  await fill(page, '(512) 555-0133', 'busy.pdf')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('3 pages with the cover', DRAWN)
  await expect(preview.getByRole('img')).toHaveCount(3)
  expect(await violationsOf(page)).toEqual([])

  const asked = page.waitForRequest('**/api/campaign/fax/send')
  await page.getByRole('button', { name: 'Send fax' }).click()
  await told(page, 'Fax to (512) 555-0133 is on its way')
  const headers = (await asked).headers()
  expect(headers.organizationid).toBe('org_cedar')
  expect(headers['content-type']).toContain('multipart/form-data')
  // The next try is 15 seconds later, so neither desk waits for the other.
  await Promise.all(
    [page, dana].map((one) => expect(row(one, 'busy.pdf')).toContainText('The line was busy. Next try at')),
  )
  for (const one of [page, dana]) await expect(row(one, 'busy.pdf')).toContainText('Delivered')
  await expect(row(dana, 'busy.pdf')).toContainText('2 tries')

  await row(dana, 'busy.pdf').getByRole('button', { name: 'Open the fax to (512) 555-0133' }).click()
  const details = dana.getByRole('dialog', { name: 'Fax' })
  await expect(details.getByRole('list', { name: 'Calls' })).toContainText('The line was busy.')
  await expect(details.getByRole('img')).toHaveCount(3, DRAWN)
  expect(await violationsOf(dana)).toEqual([])
  await details.getByLabel('Name of this number').fill('Travis Dermatology')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'busy.pdf')).toContainText('Travis Dermatology')

  const machine = await visitor('/sandbox/fax.html')
  await expect(machine.page.getByRole('article').filter({ hasText: '(512) 555-0133' }).first()).toContainText('Printed')
  expect(await violationsOf(machine.page)).toEqual([])
})

test('a fax that waits is canceled and sent again by keyboard, and the rail and G F lead to the page', async ({
  desk,
  world,
}) => {
  const { page } = await desk('lena@demo.test', '/patients')
  await isLive(page)
  await pressGo(page, 'f')
  await expect(page.getByRole('heading', { level: 1, name: 'Fax' })).toBeVisible()
  await behave(world.url, { byNumber: { '+15125550134': 'busy' } })
  await fill(page, '512-555-0134', 'waits.pdf')
  await page.getByLabel('Note').press('Tab')
  await page.keyboard.press('Enter')
  // The second wait is five minutes long.
  await expect(row(page, 'waits.pdf')).toContainText('2 tries')
  const cancel = row(page, 'waits.pdf').getByRole('button', { name: 'Cancel the fax to (512) 555-0134' })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await expect(row(page, 'waits.pdf')).toContainText('Canceled')
  await behave(world.url, { byNumber: {} })
  await row(page, 'waits.pdf').getByRole('button', { name: 'Send again to (512) 555-0134' }).focus()
  await page.keyboard.press('Enter')
  await expect(row(page, 'waits.pdf').filter({ hasText: 'Delivered' })).toHaveCount(1)
})

test('a failed fax is sent to another number by keyboard, with its pages, and says which one it repeats', async ({
  desk,
  allowConsole,
}) => {
  allowConsole(/400/)
  const { page } = await desk('lena@demo.test', '/fax/sent')
  await isLive(page)
  await row(page, 'mri-order.pdf').getByRole('button', { name: 'Open the fax to Northside Imaging' }).focus()
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog', { name: 'Fax' })
  await expect(details).toContainText('The line was busy. Send it again later.')
  await details.getByRole('button', { name: 'Send to another number' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('To fax number')).toBeFocused()
  await expect(page.getByLabel('To fax number')).toHaveValue('')
  await expect(page.getByRole('form', { name: 'Fax' })).toContainText('mri-order.pdf')
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('img')).toHaveCount(2, DRAWN)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.type('876 555 0135')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Faxes go to the US and Canada only')).toBeVisible()
  await page.getByLabel('To fax number').fill('512 555 0135')
  await page.keyboard.press('Enter')
  await told(page, 'Fax to (512) 555-0135 is on its way')
  await expect(page).toHaveURL(/\/fax$/)
  const again = row(page, 'mri-order.pdf').filter({ hasText: '(512) 555-0135' })
  await expect(again).toContainText('Delivered')
  await again.getByRole('button', { name: 'Open the fax to (512) 555-0135' }).click()
  await expect(details).toContainText('It repeats the fax to (512) 555-0178')
  expect(await violationsOf(page)).toEqual([])
})

test('a number that can not be one, and a file without pages, are said at their fields on a phone [RULE-13] [SEC-08]', async ({
  desk,
  allowConsole,
}) => {
  allowConsole(/422|previewFax/)
  const { page } = await desk('lena@demo.test', '/fax', { viewport: { width: 390, height: 780 }, theme: 'dark' })
  await page.getByRole('button', { name: 'Send fax' }).click()
  await expect(page.getByText('Choose a file', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Fax file')).toBeFocused()
  await page.getByLabel('To fax number').fill('512-555-O133')
  await expect(page.getByText('Has a letter in it')).toBeVisible()
  const broken = { name: 'x.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 nothing') }
  await page.getByLabel('Fax file').setInputFiles(broken)
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('The file is too large or damaged.', DRAWN)
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
  await page.goto('/fax/sent')
  await expect(list(page)).toBeVisible()
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
})
