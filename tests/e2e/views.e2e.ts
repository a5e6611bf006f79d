/** The views of what is left to do, in the row of views and its menu. */
import type { Page } from '@playwright/test'
import { composer, expect, isLive, messages, openConversation, pointAway, row, rows, send, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const menu = (page: Page) => page.getByRole('button', { name: /^More views/ })
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

async function chooseView(page: Page, name: string): Promise<void> {
  await menu(page).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
  await pointAway(page)
}

test('views of texts not delivered, held texts and snoozed conversations gain and lose their rows live', async ({
  stranger,
  desk,
  carrier,
}) => {
  const [lena, dana] = [await desk('lena@demo.test'), await desk('dana@demo.test', '/inbox?tab=notDelivered')]
  for (const { page } of [lena, dana]) await isLive(page)
  const patient = stranger()
  await patient.text('Does the tram stop at the clinic?')
  await openConversation(lena.page, 'Does the tram stop at the clinic?')
  await expect(row(dana.page, 'tram')).toHaveCount(0)

  // A text fails: the colleague's view gets the row, and the tab a count.
  await carrier({ unreachable: [patient.number] })
  await send(lena.page, 'Line 4 stops at our tram shelter.')
  await expect(messages(lena.page)).toContainText(/tram shelter\..*Not delivered/)
  await expect(row(dana.page, 'tram shelter')).toContainText('Not delivered')
  await expect(tab(dana.page, 'Not delivered')).toContainText(/\d/)
  await expect(menu(lena.page)).toHaveAccessibleName(/not delivered/)
  await expect(dana.page.getByRole('button', { name: /^Status/ })).toBeHidden()
  expect(await violationsOf(dana.page)).toEqual([])

  // The patient writes, so the failed text is no longer the last word.
  await carrier({ unreachable: [] })
  await patient.text('Found the tram')
  await expect(row(dana.page, 'tram')).toHaveCount(0)

  await chooseView(lena.page, 'Held')
  await expect(tab(lena.page, 'Held')).toHaveAttribute('aria-selected', 'true')
  await expect(row(lena.page, 'Found the tram')).toHaveCount(0)
  await composer(lena.page).fill('Bring your tram ticket.')
  await lena.page.getByRole('button', { name: 'Send later' }).click()
  await lena.page.getByRole('menuitem', { name: /Tomorrow/ }).click()
  await expect(messages(lena.page)).toContainText('Bring your tram ticket.')
  await patient.text('The tram is late')
  await expect(row(lena.page, 'The tram is late')).toContainText('Held')
  await expect(tab(lena.page, 'Held')).toContainText(/\d/)
  await messages(lena.page).getByRole('button', { name: 'Cancel' }).click()
  // A page load before the answer would abort the call.
  await expect(messages(lena.page)).not.toContainText('Bring your tram ticket.')
  await lena.page.goto('/inbox?tab=held')
  await isLive(lena.page)
  await expect(rows(lena.page).or(lena.page.getByText('Nothing is held')).first()).toBeVisible()
  await expect(row(lena.page, 'The tram is late')).toHaveCount(0)
})

test('view of drafts has its writer’s drafts alone, and follows another screen of theirs', async ({
  stranger,
  desk,
}) => {
  const [lena, second, dana] = [
    await desk('lena@demo.test'),
    await desk('lena@demo.test', '/inbox?tab=drafts'),
    await desk('dana@demo.test', '/inbox?tab=drafts'),
  ]
  for (const { page } of [lena, second, dana]) await isLive(page)
  await stranger().text('May I bring my parakeet?')
  await openConversation(lena.page, 'May I bring my parakeet?')
  await composer(lena.page).fill('A parakeet is')
  await expect(row(second.page, 'A parakeet is')).toContainText('Draft:')
  await expect(tab(second.page, 'Drafts')).toContainText(/\d/)
  await expect(row(dana.page, 'parakeet')).toHaveCount(0)
  expect(dana.heard.some((frame) => frame.includes('A parakeet is'))).toBe(false)

  await composer(lena.page).fill('')
  await expect(row(second.page, 'parakeet')).toHaveCount(0)
})

test('view of snoozed conversations is chosen by keyboard at 390 px, and keeps its address', async ({
  stranger,
  desk,
}) => {
  const { page } = await desk('lena@demo.test', '/inbox', { viewport: { width: 390, height: 844 }, touch: true })
  await isLive(page)
  await stranger().text('Waiting for my zither')
  await expect(row(page, 'zither')).toBeVisible()
  await menu(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: /^Snoozed/ })).toBeVisible()
  await expect(page.getByRole('menu')).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('s')
  await page.keyboard.press('Enter')
  await expect(tab(page, 'Snoozed')).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/tab=snoozed/)
  await expect(row(page, 'zither')).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
})

test('row of views shows as tabs what fits the pane, clips none, and keeps the others with their counts in the menu', async ({
  stranger,
  desk,
}) => {
  await stranger().text('Is there a bus to the clinic?')
  const { page } = await desk('lena@demo.test', '/inbox', { viewport: { width: 700, height: 900 } })
  await isLive(page)
  await openConversation(page, 'Is there a bus to the clinic?')
  const kept = page.waitForResponse((answer) => answer.url().includes('save-draft') && answer.ok())
  await composer(page).fill('The bus to the clinic')
  await kept
  await page.goto('/inbox')
  await isLive(page)
  await expect(tab(page, 'Drafts')).toContainText(/\d/)
  await expect(tab(page, 'Not delivered')).toBeVisible()
  for (const width of [700, 820, 1440, 390, 760]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(async () => {
      const row = page.getByRole('tablist', { name: 'Conversation views' })
      const clipped = await row.evaluate((list) => {
        const tabs = [...list.querySelectorAll<HTMLElement>('[data-optional]')]
        return list.scrollWidth > list.clientWidth && tabs.length > 0
      })
      const extras = await row.locator('[data-optional]').count()
      expect([clipped, extras > 0]).toEqual([false, width === 700 || width === 760])
    }).toPass()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await menu(page).click()
  await expect(page.getByRole('menuitem', { name: /^Drafts \(\d+\)/ })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})
