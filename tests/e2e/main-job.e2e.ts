import { phone } from '../support/phone.ts'
import { CLINIC_NUMBERS } from '../support/world.ts'
import { conversations, expect, isLive, messages, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

test.describe.configure({ mode: 'serial' })

test("patient's text is on every staff screen at once, and the answer is on the phone [INBOX-01] [DESIGN-05] [OPEN-101]", async ({
  world,
  desk,
}) => {
  const lena = await desk('lena@demo.test')
  const dana = await desk('dana@demo.test')
  const omar = await desk('omar@demo.test')
  for (const { page } of [lena, dana, omar]) await isLive(page)

  const patient = phone(world.url, '+15125559871', CLINIC_NUMBERS.org_cedar)
  await patient.text('Is the clinic open the day after Thanksgiving?')
  for (const { page } of [lena, dana]) {
    const row = conversations(page).locator('[data-conversation-id]', {
      hasText: 'Is the clinic open the day after Thanksgiving?',
    })
    await expect(row).toContainText('Unknown')
    await expect(row).toContainText('(512) 555-9871')
    await expect(row).toContainText('1 unread')
  }

  await conversations(lena.page).locator('[data-conversation-id]', { hasText: 'Is the clinic open' }).click()
  await expect(messages(lena.page)).toContainText('Is the clinic open the day after Thanksgiving?')
  // One user's read marks it as read for all: the other screen's row follows by itself.
  const danasRow = conversations(dana.page).locator('[data-conversation-id]', { hasText: 'Is the clinic open' })
  await expect(danasRow).not.toContainText('unread')

  await patient.text('And on Saturday?')
  await expect(messages(lena.page)).toContainText('And on Saturday?')
  await expect(
    conversations(dana.page).locator('[data-conversation-id]', { hasText: 'And on Saturday?' }),
  ).toBeVisible()

  const composer = lena.page.getByRole('textbox', { name: 'Message' })
  await composer.fill('Friday yes, 8 to 5. Saturday we are closed.')
  await lena.page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messages(lena.page)).toContainText(/Saturday we are closed\.You · .*Delivered/)
  await expect.poll(() => patient.read()).toContain('Friday yes, 8 to 5. Saturday we are closed.')
  await expect(
    conversations(dana.page).locator('[data-conversation-id]', { hasText: 'Friday yes, 8 to 5.' }),
  ).toBeVisible()

  await expect(omar.page.locator('body')).not.toContainText('the day after Thanksgiving')
  expect(omar.heard.join('\n')).not.toContain('the day after Thanksgiving')
  expect(lena.heard.join('\n')).toContain('the day after Thanksgiving')
})

test('row and counts change in the same frame [DESIGN-06] [STATE-17]', async ({ world, desk }) => {
  const { page } = await desk('dana@demo.test')
  await isLive(page)
  // Records what each painted frame shows of the first row and of the inbox's badge.
  await page.evaluate(() => {
    const frames: string[] = []
    const record = () => {
      const row = document.querySelector('[data-conversation-id]')?.textContent?.includes('same frame') ?? false
      frames.push(
        `${row} ${[...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent?.startsWith('Unread'))?.textContent ?? ''}`,
      )
      requestAnimationFrame(record)
    }
    record()
    Object.assign(window, { frames })
  })
  await phone(world.url, '+15125559872', CLINIC_NUMBERS.org_cedar).text('Both in the same frame, please')
  await expect(conversations(page).locator('[data-conversation-id]').first()).toContainText('same frame')
  const recorded = () => page.evaluate(() => (window as unknown as { frames: string[] }).frames)
  // Waits until the page's current content is painted.
  await expect.poll(async () => (await recorded()).at(-1)).toMatch(/^true/)
  const frames = await recorded()
  const seen = [...new Set(frames)]
  expect(seen, 'one state before and one after, nothing between').toHaveLength(2)
  const [before = '', after = ''] = seen
  expect(before.startsWith('false')).toBe(true)
  expect(after.startsWith('true')).toBe(true)
  expect(after.split(' ')[1]).not.toBe(before.split(' ')[1])
})

test('markup in a text is shown as text [SEC-10]', async ({ world, desk }) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  const hostile = '<img src=job onerror=alert(1)><script>alert(2)</script>'
  await phone(world.url, '+15125559873', CLINIC_NUMBERS.org_cedar).text(hostile)
  await conversations(page).locator('[data-conversation-id]', { hasText: '<img src=job' }).click()
  await expect(messages(page)).toContainText(hostile)
  expect(dialogs).toBe(0)
})

for (const theme of ['light', 'dark'] as const) {
  test(`inbox has no accessibility violation, ${theme}`, async ({ desk }) => {
    const { page } = await desk('lena@demo.test', '/inbox', { theme })
    await isLive(page)
    await conversations(page).locator('[data-conversation-id]').first().click()
    await expect(messages(page)).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  })
}
