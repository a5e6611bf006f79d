/** The command bar finds the actions of the open conversation and of the app by their words. */
import type { Page } from '@playwright/test'
import { expect, isLive, openConversation, test, toasts } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const bar = (page: Page) => page.getByRole('combobox', { name: 'Go to a patient, conversation or page' })

/** Types words into the bar and takes the action, which must be the first one. */
async function command(page: Page, words: string, title: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(bar(page)).toBeFocused()
  await page.keyboard.type(words)
  await expect(page.getByRole('group', { name: 'Actions' }).getByRole('option').first()).toContainText(title)
  await page.keyboard.press('Enter')
  await expect(bar(page)).toHaveCount(0)
}

test('command bar assigns, snoozes, classifies and closes the open conversation by words [DESIGN-13]', async ({
  stranger,
  desk,
}) => {
  const patient = stranger()
  await patient.text('May I command a refill?')
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await openConversation(page, 'May I command a refill?')
  const thread = page.getByRole('region', { name: 'Conversation', exact: true })
  await command(page, 'ass dan', 'Assign to Dana Whitfield')
  await expect(thread.getByRole('button', { name: /Assigned to/ })).toContainText('Dana Whitfield')
  await command(page, 'hour snooze', 'Snooze: In 1 hour')
  await expect(thread.getByRole('region', { name: 'Snooze' })).toContainText('Snoozed until')
  await command(page, 'wake', 'Wake now')
  await expect(thread.getByRole('region', { name: 'Snooze' })).toHaveCount(0)
  await command(page, 'presc', 'Request type: Prescription')
  await expect(toasts(page)).toContainText('Request type set')
  await command(page, 'pending close', 'Close as pending')
  await expect(toasts(page)).toContainText('Conversation set to pending')
})

test('command bar goes to views and settings and changes the theme by words [DESIGN-13]', async ({ desk }) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await page.keyboard.press('Control+k')
  await expect(bar(page)).toBeFocused()
  // The places come with the code that loads after the shell.
  await expect(async () => {
    await bar(page).fill('')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await bar(page).fill('night')
    await expect(page.getByRole('option', { name: 'Dark theme' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await command(page, 'devices', 'Settings: Sessions')
  await expect(page).toHaveURL(/\/settings\/sessions/)
  await command(page, 'starred', 'View: Starred')
  await expect(page).toHaveURL(/\/inbox\?.*tab=starred/)
})
