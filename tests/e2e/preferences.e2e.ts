/** A member's preferences hold at once, follow the member to another machine, and are theirs alone. */
import { composer, expect, isLive, openConversation, rows, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

test('preferences hold at once, reach the other screens of the member, and are there without a flash after a reload', async ({
  desk,
  allowConsole,
}) => {
  const [one, other] = [await desk('omar@demo.test', '/settings/preferences'), await desk('omar@demo.test')]
  for (const { page } of [one, other]) await isLive(page)
  const height = async () => (await rows(other.page).first().boundingBox())?.height
  const comfortable = await height()
  await one.page.getByRole('radio', { name: 'Dark' }).check()
  await one.page.getByRole('radio', { name: 'Compact' }).check()
  await one.page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
  expect(await violationsOf(one.page)).toEqual([])
  await expect(other.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(height).toBeLessThan(comfortable ?? 0)
  await expect.poll(() => other.page.evaluate(() => localStorage.getItem('shortcuts'))).toBe('off')
  await other.page.keyboard.press('c')
  await expect(other.page.getByRole('dialog')).toHaveCount(0)

  // Before any script of the page has run, the theme and the height of rows are there.
  allowConsole(/ERR_FAILED/)
  await one.page.route('**/assets/*.js', (route) => route.abort())
  await one.page.reload({ waitUntil: 'commit' })
  await expect(one.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(one.page.locator('html')).toHaveAttribute('data-density', 'compact')
})

test('signature stands below the text before it is sent, counts in it, and is sent with it', async ({
  desk,
  stranger,
}) => {
  const { page } = await desk('sam@demo.test', '/settings/preferences')
  await isLive(page)
  await page.getByRole('textbox', { name: 'Signature' }).fill('Sam at the front desk')
  await page.getByRole('button', { name: 'Save signature' }).click()
  await told(page, 'Signature saved')
  const patient = stranger()
  await patient.text('May I bring my umbrella inside?')
  await page.goto('/inbox')
  await isLive(page)
  await openConversation(page, 'May I bring my umbrella inside?')
  await composer(page).fill('Please do.')
  await expect(page.getByText('Sam at the front desk')).toBeVisible()
  await expect(page.getByText('32 of 160 characters')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => patient.received()).toEqual(['Please do.\nSam at the front desk'])
})

for (const theme of ['light', 'dark'] as const) {
  test(`preferences work on a phone in the ${theme} theme`, async ({ desk }) => {
    const options = { viewport: { width: 390, height: 844 }, touch: true, theme }
    const { page } = await desk('ruth@demo.test', '/settings/preferences', options)
    await expect(page.getByRole('heading', { name: 'Sounds' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Play a sound on a new text' })).not.toBeChecked()
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
}
