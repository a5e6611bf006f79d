/** Messages with files, canned messages and scheduled times, and drafts that are shared between a user's screens. */
import { readFile } from 'node:fs/promises'
import {
  composer,
  expect,
  isLive,
  messages,
  openConversation,
  row,
  saysDue,
  screenDay,
  test,
  told,
} from './fixtures.ts'
import { violationsOf } from './violations.ts'

test('note with a file is in a colleague’s thread, who can download the file [INBOX-03] [OPEN-071]', async ({
  stranger,
  desk,
}) => {
  const [lena, dana] = [await desk('lena@demo.test'), await desk('dana@demo.test')]
  for (const { page } of [lena, dana]) await isLive(page)
  await stranger().text('My card is new, see below')
  for (const { page } of [lena, dana]) await openConversation(page, 'My card is new, see below')

  await lena.page.getByRole('tab', { name: 'Internal note' }).click()
  const buffer = Buffer.from('name,day\nRosalind,Monday\n')
  await lena.page.getByLabel('Files to attach').setInputFiles({ name: 'visits.csv', mimeType: 'text/csv', buffer })
  await expect(lena.page.getByRole('list', { name: 'Attached files' })).toContainText('visits.csv')
  expect(await violationsOf(lena.page)).toEqual([])
  await lena.page.getByRole('button', { name: 'Save note' }).click()

  const chip = messages(dana.page).getByRole('button', { name: /Download visits\.csv/ })
  await expect(chip).toBeVisible()
  const download = dana.page.waitForEvent('download')
  await chip.click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Rosalind,Monday')
})

test('canned message is saved, found by typing and inserted into the composer [INBOX-04]', async ({
  stranger,
  desk,
}) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await stranger().text('Where may I leave my car?')
  await openConversation(page, 'Where may I leave my car?')
  await page.getByRole('button', { name: 'Canned messages' }).click()
  await expect(page.getByRole('option', { name: 'Insurance card' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Add or edit' }).click()
  await page.getByRole('button', { name: 'Add canned message' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Parking')
  await page.getByRole('textbox', { name: 'Text' }).fill('You can park behind the house.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await told(page, 'Canned message saved')
  await expect(page.getByRole('button', { name: 'Edit Parking' })).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()

  await composer(page).fill('/park')
  await expect(page.getByRole('option', { name: 'Parking' })).toBeVisible()
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('You can park behind the house.')
})

test('slash at the start of any word inserts a canned message, a missing detail blocks Send, and a time stays text [INBOX-04]', async ({
  stranger,
  desk,
}) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  const patient = stranger()
  await patient.text('Do you still have my card?')
  await openConversation(page, 'Do you still have my card?')
  await composer(page).click()
  await page.keyboard.type('We open at 1:30 / 3:00. ')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.keyboard.type(' Thanks!')
  for (const _ of ' Thanks!') await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('/insur')
  await expect(page.getByRole('option', { name: 'Insurance card' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Canned messages' })).not.toContainText('{{')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(composer(page)).toHaveValue(/^We open at 1:30 \/ 3:00\. [^/]+ Thanks!$/)
  const inserted = await composer(page).inputValue()
  expect(await composer(page).evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart))).toBe(
    ' Thanks!',
  )

  await composer(page).fill('Dr. {{doctorName}} knows.')
  await expect(page.getByRole('alert')).toContainText('{{doctorName}} is not known')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('Shah')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => patient.received()).toEqual(['Dr. Shah knows.'])
  expect(inserted).not.toContain('/insur')
})

test('draft of one screen appears on the user’s other screen, and the row shows it', async ({ stranger, desk }) => {
  const [desktop, phone] = [await desk('lena@demo.test'), await desk('lena@demo.test')]
  for (const { page } of [desktop, phone]) await isLive(page)
  await stranger().text('Do you have my results?')
  await openConversation(desktop.page, 'Do you have my results?')
  await composer(desktop.page).fill('They are in, and')
  await expect(row(phone.page, 'Draft: They are in, and')).toBeVisible()
  await row(phone.page, 'Draft: They are in, and').click()
  await expect(composer(phone.page)).toHaveValue('They are in, and')
})

test('scheduled text is in both threads, and can be cancelled', async ({ stranger, desk }) => {
  const [lena, dana] = [await desk('lena@demo.test'), await desk('dana@demo.test')]
  for (const { page } of [lena, dana]) await isLive(page)
  await stranger().text('When should I come?')
  for (const { page } of [lena, dana]) await openConversation(page, 'When should I come?')
  const since = screenDay()
  await composer(lena.page).fill('Please come fasting.')
  await lena.page.getByRole('button', { name: 'Send later' }).click()
  await lena.page.getByRole('menuitem', { name: /Tomorrow/ }).click()
  for (const { page } of [lena, dana]) {
    await saysDue(messages(page), {
      since,
      tomorrow: /Please come fasting\..*Goes out tomorrow at 8:00 AM/,
      today: /Please come fasting\..*Goes out today at 8:00 AM/,
    })
  }
  expect(await violationsOf(lena.page)).toEqual([])
  await messages(dana.page).getByRole('button', { name: 'Cancel' }).click()
  for (const { page } of [lena, dana]) await expect(messages(page)).not.toContainText('Please come fasting.')
})

test('emoji is found by its word with the keyboard, stands at the caret and arrives on the phone [INBOX-04]', async ({
  desk,
  stranger,
}) => {
  const patient = stranger()
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await patient.text('Can you see me today?')
  await openConversation(page, 'Can you see me today?')
  await composer(page).fill('Great see you at 3')
  await composer(page).evaluate((box) => (box as HTMLTextAreaElement).setSelectionRange(5, 5))
  const button = page.getByRole('button', { name: 'Emoji', exact: true })
  await button.press('Enter')
  const search = page.getByRole('dialog', { name: 'Emoji' }).getByLabel('Search emoji')
  await expect(search).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.type('no such emoji')
  await expect(page.getByText('No emoji matches “no such emoji”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await button.press('Enter')
  await expect(search).toBeFocused()
  await page.keyboard.type('thumbs up')
  // The list follows the search a moment later, and Enter takes the emoji that is marked.
  await expect(page.getByRole('gridcell', { name: 'thumbs up', selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(composer(page)).toBeFocused()
  await expect(composer(page)).toHaveValue('Great👍 see you at 3')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => patient.received()).toEqual(['Great👍 see you at 3'])
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('frimousse')))).toEqual([])
})
