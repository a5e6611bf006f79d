/** A new message with what the composer offers: canned messages, files, words about the patient, and a time. */
import { composer, expect, isLive, messages, openConversation, saysDue, screenDay, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

test('new message takes a canned message and a file, and keeps both while the panel is closed [CALL-INBOX-22] [INBOX-03] [INBOX-04]', async ({
  desk,
  allowConsole,
}) => {
  // The server refuses run.pdf, which is no PDF, and the browser logs every refused call. [ERR-36]
  allowConsole(/status of 400|createWithFiles: .*status: 400, reason: not_valid/)
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await page.getByRole('button', { name: 'New message' }).click()
  const writing = page.getByRole('dialog', { name: 'New message' })
  await writing.getByRole('combobox', { name: 'To' }).fill('(512) 559-0011')
  await writing.getByRole('option', { name: /^Text / }).click()
  const box = writing.getByRole('textbox', { name: 'Message' })
  await box.fill('/insur')
  await expect(writing.getByRole('option', { name: 'Insurance card' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await box.press('Enter')
  await expect(box).not.toHaveValue('/insur')
  await box.fill('Here is the seating plan of room twelve.')
  const file = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
  await writing
    .getByLabel('Files to attach')
    .setInputFiles([file, { ...file, name: 'run.pdf', buffer: Buffer.from('no') }])
  await expect(writing.getByRole('list', { name: 'Attached files' })).toContainText('plan.pdf')

  await page.keyboard.press('Escape')
  await expect(writing).toHaveCount(0)
  await page.getByRole('button', { name: 'New message' }).click()
  await expect(box).toHaveValue('Here is the seating plan of room twelve.')
  await writing.getByRole('button', { name: 'Send later' }).click()
  await expect(page.getByRole('menuitem', { name: /A text with files goes out at once/ })).toBeVisible()
  // Before the menu has the focus, Escape closes the panel.
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)

  await writing.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(writing.getByRole('alert')).toContainText('run.pdf was left out')
  await expect(writing.getByRole('listitem')).toHaveCount(1)
  expect(await violationsOf(page)).toEqual([])
  await writing.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(writing).toHaveCount(0)
  await expect(messages(page)).toContainText('Here is the seating plan of room twelve.')
  await expect(messages(page).getByRole('button', { name: /Download plan\.pdf/ })).toBeVisible()
})

test('new message goes out later by keyboard, and begins a conversation that shows the time', async ({ desk }) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await page.getByRole('button', { name: 'New message' }).click()
  const writing = page.getByRole('dialog', { name: 'New message' })
  await writing.getByRole('combobox', { name: 'To' }).fill('(512) 559-0012')
  await writing.getByRole('option', { name: /^Text / }).click()
  await writing.getByRole('textbox', { name: 'Message' }).fill('Your crutches are ready at the desk.')
  const since = screenDay()
  await writing.getByRole('button', { name: 'Send later' }).focus()
  await page.keyboard.press('ArrowDown')
  const tomorrow = page.getByRole('menuitem', { name: /^(Tomorrow|Next open day)/ })
  await expect(tomorrow).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  // One letter alone: a menu forgets it after 350 milliseconds, and takes the next one for the beginning of another entry.
  await page.keyboard.press((await tomorrow.textContent())?.charAt(0) ?? '')
  await expect(tomorrow).toHaveAttribute('data-focus')
  await page.keyboard.press('Enter')
  await told(page, 'Text goes out')
  await expect(writing).toHaveCount(0)
  await saysDue(messages(page), {
    since,
    tomorrow: /Your crutches are ready.*Goes out tomorrow at/,
    today: /Your crutches are ready.*Goes out today at/,
  })
})

for (const width of [1440, 390]) {
  test(`insert puts the patient’s name at the caret at ${width} px, and says why a visit is missing`, async ({
    stranger,
    desk,
  }) => {
    const { page } = await desk('lena@demo.test', '/inbox', { viewport: { width, height: 844 }, touch: width < 500 })
    await isLive(page)
    const text = `Which gate do I take at ${width}?`
    await stranger().text(text)
    await openConversation(page, text)
    await composer(page).fill('Hello')
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    const visit = page.getByRole('menuitem', { name: /^Visit/ })
    await expect(visit).toContainText('There is no coming visit')
    await expect(visit).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('menuitem', { name: /^First name/ })).toContainText('name is not known')
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(composer(page)).toHaveValue('Hello')
  })
}
