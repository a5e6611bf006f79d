/**
 * The list's tools: several conversations at once and their undo, the order, message search, mentions, and a new text.
 */
import type { Page } from '@playwright/test'
import { expect, isLive, messages, pointAway, row, rows, send, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected conversations' })
const box = (page: Page, words: string) => row(page, words).getByRole('checkbox')

test('several conversations are closed at once, and Z restores those that nobody has changed since [STATE-25] [OPEN-092]', async ({
  stranger,
  desk,
}) => {
  const [lena, dana] = [await desk('lena@demo.test'), await desk('dana@demo.test')]
  for (const { page } of [lena, dana]) await isLive(page)
  const patients = [stranger(), stranger(), stranger()]
  for (const [place, patient] of patients.entries()) {
    await patient.text(`Bulk question ${place}`)
    for (const { page } of [lena, dana]) await expect(row(page, `Bulk question ${place}`)).toBeVisible()
  }

  await box(lena.page, 'Bulk question 2').click()
  await box(lena.page, 'Bulk question 0').click({ modifiers: ['Shift'] })
  await expect(bar(lena.page)).toContainText('3 selected')
  await bar(lena.page).getByRole('button', { name: 'Close 3' }).click()
  // The toast and the closed row stay for four seconds.
  await Promise.all([
    told(lena.page, 'Closed 3 conversations'),
    expect(row(dana.page, 'Bulk question 1')).toContainText('Resolved'),
  ])
  await expect(bar(lena.page)).toHaveCount(0)

  // The pointer is where the bar was, over the list, and would hold new rows back.
  await pointAway(lena.page)
  // The patient's text reopens the first conversation, so the undo no longer applies to it.
  await patients[0]!.text('Bulk question again')
  await expect(row(lena.page, 'Bulk question again')).toBeVisible()
  await lena.page.keyboard.press('z')
  await told(lena.page, '2 undone, 1 not: the patient changed it since')
  for (const place of [1, 2]) {
    await expect(row(dana.page, `Bulk question ${place}`)).toBeVisible()
    await expect(row(dana.page, `Bulk question ${place}`)).not.toContainText('Resolved')
  }
})

test('selection works by keyboard alone, and the bar says what its action would skip [INBOX-11]', async ({ desk }) => {
  const { page } = await desk('lena@demo.test', '/inbox?status=all')
  await isLive(page)
  await rows(page).first().getByRole('link').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar(page)).toContainText('2 selected')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)

  // Page Down and Page Up keep the focus in the list, and the browser's scroll anchoring does not interfere. They stop
  // at the last loaded row, and rows load ten at a time.
  await expect
    .poll(async () => Number(await rows(page).first().getAttribute('aria-setsize')))
    .toBeGreaterThanOrEqual(26)
  const focused = () => page.evaluate(() => document.activeElement?.closest('[aria-posinset]')?.ariaPosInSet)
  const walk = ['PageDown', 'PageDown', 'PageDown', 'PageUp'] as const
  for (const [step, place] of ['10', '18', '26', '18'].entries()) {
    await page.keyboard.press(walk[step] ?? 'PageDown')
    await expect.poll(focused).toBe(place)
  }
  await expect(rows(page).first()).toHaveCSS('overflow-anchor', 'none')
})

test('row menu returns the focus when the user chooses from it or leaves it by keyboard [DESIGN-13]', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test', '/inbox?status=all')
  await isLive(page)
  const dots = rows(page)
    .first()
    .getByRole('button', { name: /^Actions for / })
  // The button next to a row's text is rendered once the list has stopped scrolling.
  await expect(dots).toHaveAttribute('tabindex', '0')
  await rows(page).first().getByRole('link').focus()
  await page.keyboard.press('Tab')
  for (const choice of ['Select', 'Unselect']) {
    await expect(dots).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: choice, exact: true }).press('Enter')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await expect(dots).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(dots).toBeFocused()
})

test('waiting order is in the address, and an answered conversation leaves it [OPEN-010]', async ({ desk }) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await page.getByRole('button', { name: 'Order: Newest first' }).click()
  await page.getByRole('menuitem', { name: 'Longest waiting first' }).click()
  await expect(page).toHaveURL(/sort=waiting/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Order: Longest waiting first' })).toBeVisible()
  await expect(rows(page).first()).toContainText('Waiting')
  await rows(page).first().click()
  await pointAway(page)
  await send(page, 'We are sorry that you had to wait')
  await expect(rows(page).first()).toContainText('Answered')
})

test('message search finds text in any script, marks it, and opens it in its thread [SEC-10]', async ({
  stranger,
  desk,
}) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  const patient = stranger()
  await patient.text('Me duele la cabeza <b>mucho</b>, señor')
  await expect(row(page, 'señor')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('señor')
  await page.getByRole('button', { name: 'In messages' }).click()
  const found = page.getByRole('list', { name: 'Found messages' })
  await expect(found.locator('mark')).toHaveText('señor')
  await expect(found).toContainText('<b>mucho</b>')
  expect(await violationsOf(page)).toEqual([])
  await found.getByRole('link').first().click()
  await expect(messages(page).getByText('Me duele la cabeza')).toBeInViewport()
})

test('text to an unknown number opens a new conversation; a second text to it uses the same one [CALL-INBOX-22]', async ({
  stranger,
  desk,
}) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  const patient = stranger()
  for (const text of ['Your results are here', 'And one more thing']) {
    await page.locator('h1').click()
    await page.keyboard.press('c')
    const panel = page.getByRole('dialog', { name: 'New message' })
    await panel.getByRole('combobox', { name: 'To' }).fill(patient.number.slice(2))
    await panel.getByRole('option').first().click()
    // Closing the panel keeps the typed text.
    await panel.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await page.getByRole('button', { name: 'New message' }).click()
    await expect(panel.getByRole('textbox', { name: 'Message' })).toHaveValue(text)
    await panel.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(panel).toHaveCount(0)
    await expect(messages(page)).toContainText(text)
  }
  await expect(messages(page)).toContainText('Your results are here')
  await expect.poll(() => patient.received()).toEqual(['Your results are here', 'And one more thing'])
})
