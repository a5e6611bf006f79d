/** Every width from a small phone to a tablet, both themes, and no mouse at all. */
import type { Locator, Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../support/world.ts'
import {
  composer,
  conversations,
  expect,
  isLive,
  messages,
  row,
  rows,
  send,
  test,
  toasts,
  violationsOf,
} from './fixtures.ts'

const SCREENS = [
  { width: 350, height: 700, panes: 1 },
  { width: 390, height: 844, panes: 1 },
  { width: 820, height: 1180, panes: 2 },
] as const

const details = (page: Page) => page.getByRole('complementary', { name: 'Patient details' })

/** The page is no wider than the window, and can't be pushed to the side. */
async function nothingSticksOut(page: Page): Promise<void> {
  const over = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    window.scrollTo(1000, 0)
    return [scrollWidth - clientWidth, window.scrollX]
  })
  expect(over).toEqual([0, 0])
}

for (const { panes, ...viewport } of SCREENS) {
  test(`[OPEN-094] ${viewport.width} px wide: ${panes} of the panes, nothing sticks out, nobody is shut out`, async ({
    stranger,
    desk,
  }) => {
    const { page } = await desk('lena@demo.test', '/inbox', { viewport })
    await isLive(page)
    const patient = stranger()
    await patient.text(`Is there a lift, at ${viewport.width} px?`)
    const question = row(page, `at ${viewport.width} px?`)
    await expect(question).toBeVisible()
    await everybodyCanUseIt(page)

    await question.click()
    await expect(messages(page)).toContainText('Is there a lift')
    await expect(conversations(page)).toBeVisible({ visible: panes === 2 })
    await expect(details(page)).toBeHidden()
    await send(page, 'Yes, right behind the door. AVeryLongWordThatNoScreenCanBreakBetweenItsSyllablesOrAnywhereElse')
    await expect(messages(page)).toContainText(/Yes, right behind.*You · .*Delivered/)
    await everybodyCanUseIt(page)

    await page.getByRole('button', { name: 'Patient details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Patient details' })
    await expect(dialog).toContainText(patient.number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3'))
    await nothingSticksOut(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    if (panes === 1) await page.getByRole('button', { name: 'Back to the list' }).click()
    await expect(conversations(page)).toBeVisible()
  })
}

async function everybodyCanUseIt(page: Page): Promise<void> {
  await nothingSticksOut(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    expect(await violationsOf(page), colorScheme).toEqual([])
  }
}

test('[OPEN-094] from 1280 px on the patient stands beside the thread', async ({ desk }) => {
  const { page } = await desk('lena@demo.test', '/inbox', { viewport: { width: 1280, height: 800 } })
  await rows(page).first().click()
  await expect(messages(page)).toBeVisible()
  await expect(conversations(page)).toBeVisible()
  await expect(details(page)).toBeVisible()
  await nothingSticksOut(page)
})

/** Presses a key until the focus is there. */
async function pressUntil(page: Page, key: string, target: Locator): Promise<void> {
  const isThere = () => target.evaluateAll((all) => all.some((one) => one === document.activeElement))
  for (let presses = 0; presses < 40 && !(await isThere()); presses++) await page.keyboard.press(key)
  expect(await isThere(), `${key} leads to ${target}`).toBe(true)
}

test('[DESIGN-13] [INBOX-07] [INBOX-16] signing in, opening, answering and closing need no mouse', async ({
  stranger,
  visitor,
  allowConsole,
}) => {
  allowConsole(/401/)
  const patient = stranger()
  await patient.text('Can you read me without a mouse?')
  const { page } = await visitor('/inbox')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('lena@demo.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  const question = row(page, 'Can you read me without a mouse?')
  await expect(question).toBeVisible()

  await pressUntil(page, 'Tab', rows(page).getByRole('link'))
  await pressUntil(page, 'ArrowDown', question.getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(messages(page)).toContainText('Can you read me without a mouse?')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('With my eyes closed.')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => patient.received()).toEqual(['With my eyes closed.'])

  await pressUntil(page, 'Shift+Tab', page.getByRole('button', { name: 'Close with another status' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Resolved' })).toBeVisible()
  await page.keyboard.press('p')
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Conversation set to pending')
  // The button that had the focus is gone; whoever pressed it is still in the conversation, and Escape leads out of it.
  await expect(page.getByRole('region', { name: 'Conversation', exact: true }).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(messages(page)).toHaveCount(0)
})
