/** The command bar finds the places and the themes of the app by their words. */
import type { Page } from '@playwright/test'
import { signIn } from '../support/member.ts'
import { expect, isLive, restorePreferences, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const bar = (page: Page) => page.getByRole('combobox', { name: 'Go to a patient, conversation or page' })

/** Types words into the bar and takes the action, which must be the first one. */
async function command(page: Page, words: string, title: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(bar(page)).toBeFocused()
  await bar(page).fill(words)
  await expect(page.getByRole('group', { name: 'Actions' }).getByRole('option').first()).toContainText(title)
  await page.keyboard.press('Enter')
  await expect(bar(page)).toHaveCount(0)
}

test('command bar goes to views and settings and changes the theme by words [DESIGN-13]', async ({ world, desk }) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await page.keyboard.press('Control+k')
  await expect(bar(page)).toBeFocused()
  // The places come with the code that loads after the shell.
  await expect(async () => {
    await bar(page).fill('', { timeout: 10_000 })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await bar(page).fill('night', { timeout: 10_000 })
    await expect(page.getByRole('option', { name: 'Dark theme' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await command(page, 'devices', 'Settings: Sessions')
  await expect(page).toHaveURL(/\/settings\/sessions/)
  await command(page, 'starred', 'View: Starred')
  await expect(page).toHaveURL(/\/inbox\?.*tab=starred/)
  // The server must not get the theme after the defaults are back.
  const { call } = await signIn(world.url, 'lena@demo.test')
  const kept = () => call('preferences', { query: { organizationId: 'org_cedar' } })
  await expect.poll(async () => (await kept()).data.theme).toBe('dark')
  await restorePreferences(world, 'lena@demo.test')
})
