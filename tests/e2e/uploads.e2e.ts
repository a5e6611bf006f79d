/** Uploads: a sheet is dropped, matched, mended by keyboard and imported while the product is killed; pictures and files go up. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { killStore } from '../support/store-process.ts'
import { CUT_OFF, choose, expect, isLive, KILLED, nothingSticksOut, pressGo, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

/** Readers are processes of their own, which a busy machine starts slowly. */
const READ = { timeout: 90_000 }
const ROWS = 2_000

const drop = (page: Page) => page.getByLabel('Choose a file')
const rows = (page: Page) => page.getByRole('table', { name: 'Rows to fix' })
const cell = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const start = (page: Page) => page.getByRole('button', { name: /^Import [\d,]+ rows?/ })
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Import' })
const steps = (page: Page) => page.getByRole('list', { name: 'Steps' })
const standsOn = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-import-row') ?? null)

/** A sheet as a practice system writes it: its plan column has a name that no one knows. */
function patients(
  count: number,
  prefix: string,
  wrong: Readonly<Record<number, Readonly<Record<string, string>>>> = {},
) {
  const header = ['PT_LAST', 'PT_FIRST', 'DOB', 'CELL', 'ACCT#', 'SMS_OK', 'COVER']
  const lines = Array.from({ length: count }, (_, place) => {
    const two = (value: number) => String(value).padStart(2, '0')
    const patient: Record<string, string> = {
      PT_LAST: `Upload${prefix}${place}`,
      PT_FIRST: `Ada${place}`,
      DOB: `${two(1 + (place % 12))}/${two(13 + (place % 15))}/${1940 + (place % 60)}`,
      CELL: `(512) 55${prefix === 'A' ? 6 : 7}-${String(1000 + (place % 9000)).padStart(4, '0')}`,
      'ACCT#': `${prefix}${100_000 + place}`,
      SMS_OK: place % 3 === 0 ? 'N' : 'Y',
      COVER: place % 2 === 0 ? 'BCBS TX PPO' : 'Aetna',
      ...wrong[place + 2],
    }
    return header.map((name) => patient[name]).join(',')
  })
  return Buffer.from([header.join(','), ...lines].join('\r\n'))
}

const csv = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer })

/** Drops a file as a person does, from outside of the browser. */
async function dropOnto(page: Page, name: string, buffer: Buffer) {
  const files = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name, { type: 'text/csv' }))
      return transfer
    },
    [name, buffer.toString('utf8')] as const,
  )
  const area = page.getByText('Drop a spreadsheet here, or').locator('xpath=ancestor::div[1]')
  await area.dispatchEvent('dragover', { dataTransfer: files })
  await area.dispatchEvent('drop', { dataTransfer: files })
}

test('a sheet of 2,000 patients is matched, mended by keyboard and imported, as the button said, at both desks and through a kill [UPL-03] [CALL-MAIN-03]', async ({
  desk,
  world,
  allowConsole,
}) => {
  allowConsole(CUT_OFF, KILLED)
  const { page: lena } = await desk('lena@demo.test', '/inbox')
  const { page: dana } = await desk('dana@demo.test', '/uploads/demographics')
  for (const page of [lena, dana]) await isLive(page)
  await pressGo(lena, 'u')
  await expect(lena.getByRole('heading', { level: 1, name: 'Uploads' })).toBeVisible()
  await expect(lena).toHaveURL(/\/uploads\/demographics/)

  const wrong = {
    47: { DOB: '31/02/1962' },
    112: { CELL: '555-0163' },
    389: { PT_LAST: '' },
    902: { CELL: '(512) 555-01O6' },
  }
  await dropOnto(lena, 'monday.csv', patients(ROWS, 'A', wrong))
  await expect(lena).toHaveURL(/\/uploads\/demographics\/[\w-]+$/, READ)
  await expect(rows(lena)).toBeVisible(READ)
  await expect(steps(lena).locator('[aria-current=step]')).toContainText('Fix rows')
  await expect(start(lena)).toHaveText('Import 1,996 rows, skip 4')
  await expect(lena.getByText('No such date')).toBeVisible()
  expect(await violationsOf(lena)).toEqual([])

  // The colleague sees it in the list, and opens it.
  await dana.getByRole('list', { name: 'Earlier imports' }).getByRole('link', { name: 'monday.csv' }).click()
  await expect(rows(dana)).toBeVisible()

  // Her text outlasts the checks that the other desk causes.
  const typed = cell(dana, 'Mobile phone, row 112')
  await typed.fill('(512) 556')
  await choose(lena, 'Field for COVER', 'Insurance')
  await expect(lena.getByText('6 matched, 1 to check')).toBeVisible(READ)
  await expect(rows(lena)).toBeVisible(READ)
  await lena.getByRole('button', { name: 'SMS_OK is Texting' }).click()
  await expect(lena.getByText('7 matched')).toBeVisible(READ)
  await expect(start(lena)).toHaveText('Import 1,996 rows, skip 4', READ)
  await lena.getByRole('button', { name: 'Options for COVER' }).click()
  const meanings = lena.getByRole('dialog', { name: 'Column COVER' })
  await meanings.getByLabel('BCBS TX PPO').fill('Blue Cross PPO')
  // The answer to the change before may still be under way.
  const saved = lena.waitForResponse(
    (answer) => /\/import\/map/.test(answer.url()) && (answer.request().postData() ?? '').includes('Blue Cross PPO'),
  )
  await meanings.getByRole('button', { name: 'Save and check all rows' }).click()
  await saved
  // The button keeps its words while rows are checked, and can be pressed again once they are.
  await expect(start(lena)).toBeEnabled(READ)
  await expect(start(lena)).toHaveText('Import 1,996 rows, skip 4', READ)
  await expect(typed).toHaveValue('(512) 556')
  await expect(typed).toBeFocused()
  await dana.keyboard.press('Escape')
  await expect(typed).toHaveValue('555-0163')
  // A row keeps its place on a screen that has read it since the last check, which a busy machine may read late.
  await dana.reload()
  await expect(rows(dana)).toBeVisible(READ)
  await isLive(dana)

  await expect(async () => {
    await lena.keyboard.press('.')
    expect(await standsOn(lena)).toBe('47')
  }).toPass()
  await lena.keyboard.press('Enter')
  await expect(cell(lena, 'Date of birth, row 47')).toBeFocused()
  await lena.keyboard.press('Control+a')
  await lena.keyboard.type('02/13/1962')
  await lena.keyboard.press('Enter')
  await expect.poll(() => standsOn(lena)).toBe('112')
  for (const page of [lena, dana]) await expect(start(page)).toHaveText('Import 1,997 rows, skip 3')
  await lena.keyboard.press('Enter')
  await expect(cell(lena, 'Mobile phone, row 112')).toBeFocused()
  await lena.keyboard.press('Control+a')
  await lena.keyboard.type('(512) 556-0163')
  await lena.keyboard.press('Enter')
  await expect.poll(() => standsOn(lena)).toBe('389')
  await lena.keyboard.press('s')
  await told(lena, 'Row 389 is skipped')
  await expect.poll(() => standsOn(lena)).toBe('902')
  await expect(start(lena)).toHaveText('Import 1,998 rows, skip 2')
  await expect(start(dana)).toHaveText('Import 1,998 rows, skip 2')
  await expect(dana.locator('[data-import-row="47"]')).toContainText('Settled')

  await start(lena).click()
  await lena.getByRole('alertdialog').getByRole('button', { name: 'Import 1,998 rows, skip 2' }).click()
  await expect(bar(dana)).toBeVisible()
  await world.kill()
  killStore(world.dataDir)
  await world.start()
  for (const page of [lena, dana]) {
    await expect(page.getByText('1,998 patients imported: 1,998 new.')).toBeVisible(READ)
    await isLive(page)
  }
  await lena.getByRole('list', { name: 'Counts' }).getByRole('button', { name: '1 Skipped' }).click()
  await expect(lena.locator('[data-import-row="389"]')).toBeVisible()
  const download = lena.waitForEvent('download')
  await lena.getByRole('button', { name: 'Download 2 rows' }).click()
  expect((await download).suggestedFilename()).toBe('monday-not-imported.xlsx')

  // The next file is matched as this one was.
  await lena.goto('/uploads/demographics')
  await drop(lena).setInputFiles(csv('tuesday.csv', patients(3, 'B')))
  await expect(start(lena)).toHaveText('Import 3 rows', READ)
  await expect(lena.getByRole('button', { name: 'Field for COVER: Insurance' })).toBeVisible()
  await expect(lena.getByText('Remembered').first()).toBeVisible()
  await lena.getByRole('button', { name: 'Discard' }).click()
  await lena.getByRole('alertdialog').getByRole('button', { name: 'Discard the file' }).click()
  await expect(lena.getByText('The file was discarded')).toBeVisible()
})

test('a file that is none is refused in a sentence, and the same import is followed on a phone in the dark', async ({
  desk,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d|uploadDemographics/)
  const phone = { viewport: { width: 390, height: 844 }, theme: 'dark', touch: true } as const
  const { page } = await desk('lena@demo.test', '/uploads/demographics', phone)
  await isLive(page)
  await drop(page).setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.7 nothing') })
  await expect(page.getByRole('alert').filter({ hasText: 'PDF' })).toBeVisible()
  await drop(page).setInputFiles(csv('phone.csv', patients(4, 'C', { 3: { DOB: '1987' } })))
  await expect(start(page)).toHaveText('Import 3 rows, skip 1', READ)
  await expect(page.getByText('Match columns on a wider screen.')).toBeVisible()
  await expect(page.getByText('Day and month missing')).toBeVisible()
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
  await start(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import 3 rows, skip 1' }).click()
  await expect(page.getByText('3 patients imported: 3 new.')).toBeVisible(READ)
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
})

test('five doctor pictures go up by their names, and a file of the clinic is kept, opened and removed [UPL-01] [OPEN-080] [CALL-CAMPAIGN-21] [CALL-MAIN-13]', async ({
  desk,
  allowConsole,
}) => {
  allowConsole(/status of 400|uploadDoctorPicture/)
  const { page } = await desk('lena@demo.test', '/uploads/doctor-pictures')
  const { page: dana } = await desk('dana@demo.test', '/doctors')
  for (const one of [page, dana]) await isLive(one)
  const names = ['Amara Okafor', 'portrait 1999900024', '1999900032', 'zhang_wei_2026', 'Feldman']
  const pictures = names.map(async (name, place) => {
    const image = sharp({
      create: { width: 300, height: 300, channels: 3, background: { r: 60 * place, g: 90, b: 120 } },
    })
    return { name: `${name}.png`, mimeType: 'image/png', buffer: await image.png().toBuffer() }
  })
  await page.getByLabel('Choose files').setInputFiles(await Promise.all(pictures))
  const list = page.getByRole('list', { name: 'Pictures' })
  await expect(list.getByText('Kept')).toHaveCount(4, READ)
  // One name alone says too little.
  await expect(list.getByRole('listitem').filter({ hasText: 'Feldman.png' })).toContainText('Choose the doctor')
  const choice = list.getByRole('button', { name: /^The doctor of Feldman.png/ })
  await choice.click()
  await page.getByRole('option', { name: /Feldman$/ }).click()
  await expect(list.getByText('Kept')).toHaveCount(5, READ)
  expect(await violationsOf(page)).toEqual([])
  await expect(
    dana.getByRole('list', { name: 'Doctors' }).getByRole('listitem').filter({ hasText: 'Wei Zhang' }).locator('img'),
  ).toBeVisible()

  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: '1999900016.png', mimeType: 'image/png', buffer: Buffer.from('MZ') })
  await expect(list.getByRole('listitem').filter({ hasText: '1999900016.png' }).getByRole('alert')).toBeVisible()

  await page.goto('/uploads/files')
  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: 'intake.txt', mimeType: 'text/plain', buffer: Buffer.from('Please come early.') })
  const stored = page.getByRole('list', { name: 'Stored files' })
  const download = page.waitForEvent('download')
  await stored.getByRole('button', { name: 'intake.txt', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('intake.txt')
  await page.getByRole('button', { name: 'Remove intake.txt' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the file' }).click()
  await expect(stored.getByRole('button', { name: 'intake.txt', exact: true })).toHaveCount(0)
})
