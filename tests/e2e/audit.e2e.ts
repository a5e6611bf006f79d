/** The audit for people: sentences, filters and the export, by keyboard. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { conversations, expect, isLive, messages, nothingSticksOut, row, rows, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const line = (page: Page, words: string | RegExp) =>
  page.getByRole('table', { name: 'Audit' }).getByRole('button', { name: words })

test('admin reads who opened whose conversation, filters by patient and action, and exports it, by keyboard [OPEN-044]', async ({
  stranger,
  desk,
}) => {
  const asked = 'Is there a record of who reads this?'
  await stranger().text(asked)
  const lena = await desk('lena@demo.test')
  await isLive(lena.page)
  const named = rows(lena.page).filter({ hasText: 'Rosalind Carver' }).first()
  await expect(conversations(lena.page)).toBeVisible()
  // A text that the carrier brings late would move the row during the click.
  await expect(row(lena.page, asked)).toBeVisible()
  await named.click()
  // The other row ends the call of this one if it is not answered yet.
  await expect(messages(lena.page)).toHaveAttribute('aria-busy', 'false')
  await row(lena.page, asked).click()
  await expect(messages(lena.page)).toContainText(asked)

  const { page } = await desk('ana@demo.test', '/settings/audit')
  await expect(line(page, /^Lena Kim opened/).first()).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Patient' }).focus()
  await page.keyboard.type('rosalind')
  await expect(page.getByRole('option', { name: /^Rosalind Carver/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // The lines of all patients stay on the screen until the choice is drawn.
  const everybody = page.getByRole('button', { name: 'Show all patients, not only Rosalind Carver' })
  await expect(everybody).toBeVisible()
  const view = line(page, 'Lena Kim opened Rosalind Carver’s conversation').first()
  await expect(view).toBeVisible()
  await expect(line(page, /opened \d+ conversations/)).toHaveCount(0)
  await view.focus()
  await page.keyboard.press('Enter')
  await expect(view).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('list', { name: 'Details' })).toContainText('GET /api/inbox/')
  expect(await violationsOf(page)).toEqual([])

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).focus()
  await page.keyboard.press('Enter')
  const file = await (await saving).path()
  expect(await readFile(file, 'utf8')).toMatch(/"Lena Kim",.*"Rosalind Carver"/)

  await everybody.press('Enter')
  await page.getByRole('button', { name: 'Newer entries' }).press('Enter')
  await expect(line(page, 'Ana Reyes exported the audit for Rosalind Carver')).toBeVisible()
  for (const viewport of [
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await nothingSticksOut(page)
    expect(await violationsOf(page)).toEqual([])
  }
})

test('member who is not an admin sees no audit [OPEN-044]', async ({ desk }) => {
  const { page } = await desk('lena@demo.test', '/settings/audit')
  await expect(page.getByText('This is for admins')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Audit' })).toHaveCount(0)
})
