/** Saved views: under a name, by a link, live for colleagues, and by keyboard alone. */
import type { Page } from '@playwright/test'
import { expect, isLive, nothingSticksOut, pointAway, row, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const menu = (page: Page) => page.getByRole('button', { name: /^More views/ })
const form = (page: Page) => page.getByRole('form', { name: 'Saved view' })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const search = (page: Page) => page.getByRole('searchbox', { name: /search/i }).first()

async function choose(page: Page, name: string | RegExp): Promise<void> {
  await menu(page).click()
  await page.getByRole('menuitem', { name }).click()
  await pointAway(page)
}

/** An open menu hears Escape once it has the focus, which comes after its entries are visible. */
async function closeMenu(page: Page): Promise<void> {
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test('saved view is shared, renamed, opened by a link and removed, live on a colleague’s screen', async ({
  stranger,
  desk,
}) => {
  const [lena, dana] = [await desk('lena@demo.test'), await desk('dana@demo.test')]
  for (const { page } of [lena, dana]) await isLive(page)
  await stranger().text('Is the quokka allowed in?')
  await expect(row(lena.page, 'quokka')).toBeVisible()

  // Lena saves what her list shows.
  await tab(lena.page, 'Unread').click()
  await choose(lena.page, 'Save this view…')
  await expect(form(lena.page)).toContainText('Unread · Open, unassigned · Newest first')
  expect(await violationsOf(lena.page)).toEqual([])
  await form(lena.page).getByRole('button', { name: 'Save' }).click()
  await expect(form(lena.page)).toContainText('Give it a name')
  await form(lena.page).getByLabel('Name').fill('Quokka desk')
  await form(lena.page).getByRole('button', { name: 'Save' }).click()
  await expect(tab(lena.page, 'Quokka desk')).toHaveAttribute('aria-selected', 'true')
  await expect(row(lena.page, 'quokka')).toBeVisible()
  await menu(dana.page).click()
  await expect(dana.page.getByRole('menuitem', { name: 'Save this view…' })).toBeVisible()
  await expect(dana.page.getByRole('menuitem', { name: /Quokka desk/ })).toHaveCount(0)
  expect(dana.heard.some((frame) => frame.includes('Quokka desk'))).toBe(false)
  await closeMenu(dana.page)

  // She shares it; the colleague opens it and a link to it.
  await choose(lena.page, 'Change “Quokka desk”…')
  await form(lena.page)
    .getByRole('checkbox', { name: /Share it/ })
    .check()
  await form(lena.page).getByLabel('Name').fill('Quokka counter')
  await form(lena.page).getByRole('button', { name: 'Save' }).click()
  await expect(tab(lena.page, 'Quokka counter')).toBeVisible()
  await choose(dana.page, /Quokka counter/)
  await expect(tab(dana.page, 'Quokka counter')).toHaveAttribute('aria-selected', 'true')
  await expect(dana.page).toHaveURL(/tab=unread.*view=/)
  const id = new URL(dana.page.url()).searchParams.get('view')
  await dana.page.goto(`/inbox?view=${id}`)
  await isLive(dana.page)
  await expect(tab(dana.page, 'Quokka counter')).toHaveAttribute('aria-selected', 'true')
  await expect(dana.page).toHaveURL(/tab=unread/)
  await expect(row(dana.page, 'quokka')).toBeVisible()
  await menu(dana.page).click()
  await expect(dana.page.getByRole('menuitem', { name: 'Save this view…' })).toBeVisible()
  await expect(dana.page.getByRole('menuitem', { name: /^Change/ })).toHaveCount(0)
  await closeMenu(dana.page)

  // She removes it; the colleague's list says so and stays.
  await choose(lena.page, 'Change “Quokka counter”…')
  await form(lena.page).getByRole('button', { name: 'Remove…' }).click()
  await expect(lena.page.getByRole('alertdialog')).toContainText('Colleagues lose it too.')
  await lena.page.getByRole('button', { name: 'Remove the view' }).click()
  await told(dana.page, 'The view “Quokka counter” is no longer there.')
  await expect(tab(dana.page, 'Unread')).toHaveAttribute('aria-selected', 'true')
  await expect(row(dana.page, 'quokka')).toBeVisible()
  await expect(dana.page).not.toHaveURL(/view=/)
  await expect(tab(lena.page, 'Quokka counter')).toHaveCount(0)
})

test('saved view keeps a search, works by keyboard at 390 px and is in the command bar', async ({ stranger, desk }) => {
  const { page } = await desk('sam@demo.test', '/inbox', { viewport: { width: 390, height: 844 } })
  await isLive(page)
  const patient = stranger()
  await patient.text('My numbat bit me')
  await expect(row(page, 'numbat')).toBeVisible()
  await search(page).fill(patient.number.slice(-7))
  await expect(page.getByRole('status', { name: 'Search' })).toHaveText(/^Results for/)
  await expect(row(page, 'numbat')).toBeVisible()
  await menu(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Save this view…' })).toBeVisible()
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await form(page).getByLabel('Name').focus()
  await page.keyboard.type('Numbat phone')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(tab(page, 'Numbat phone')).toHaveAttribute('aria-selected', 'true')
  await nothingSticksOut(page)

  // Another search leaves the view, and the command bar opens it again.
  await search(page).fill('')
  await expect(tab(page, 'Numbat phone')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to a patient, conversation or page' }).fill('Numbat phone')
  await expect(page.getByRole('option', { name: /Numbat phone/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(tab(page, 'Numbat phone')).toHaveAttribute('aria-selected', 'true')
  await expect(search(page)).toHaveValue(patient.number.slice(-7))
  await expect(row(page, 'numbat')).toBeVisible()
})
