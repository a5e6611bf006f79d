/** Scheduled texts that a patient's text holds, on the screens of their author and a colleague. */
import type { Page } from '@playwright/test'
import { CUT_OFF, composer, expect, isLive, messages, openConversation, pointAway, row, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const question = (page: Page) =>
  messages(page).getByRole('group', { name: /wrote\. Still send (tomorrow|today) at 8:00 AM\?/ })
const goesOut = (page: Page) => messages(page).getByText(/^Goes out (tomorrow|today) at 8:00 AM$/)
/** How far the end of the thread is below the pane. */
const belowEnd = (page: Page) =>
  messages(page).evaluate((log) => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight))

async function scheduleForTomorrow(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await page.getByRole('button', { name: 'Send later' }).click()
  await page.getByRole('menuitem', { name: /Tomorrow/ }).click()
  await expect(messages(page)).toContainText(text)
}

test('text that the patient holds asks its author and a colleague until one of them decides', async ({
  stranger,
  desk,
}) => {
  const [lena, dana] = [await desk('lena@demo.test'), await desk('dana@demo.test')]
  for (const { page } of [lena, dana]) await isLive(page)
  const patient = stranger()
  await patient.text('What should I do before I come?')
  for (const { page } of [lena, dana]) await openConversation(page, 'What should I do before I come?')
  await scheduleForTomorrow(lena.page, 'Please come fasting.')

  await patient.text('Can I come at noon?')
  for (const { page } of [lena, dana]) {
    await expect(question(page)).toContainText('Please come fasting.')
    await expect(goesOut(page)).toBeHidden()
  }
  await expect(row(lena.page, 'Can I come at noon?')).toContainText('Held')
  await expect(row(dana.page, 'Can I come at noon?')).not.toContainText('Held')
  expect(await violationsOf(lena.page)).toEqual([])

  // The colleague keeps it by keyboard; the focus stays in the thread.
  await question(dana.page).getByRole('button', { name: 'Keep' }).focus()
  await dana.page.keyboard.press('Enter')
  for (const { page } of [lena, dana]) {
    await expect(question(page)).toBeHidden()
    await expect(goesOut(page)).toBeVisible()
  }
  await expect(messages(dana.page)).toBeFocused()
  await expect(row(lena.page, 'Can I come at noon?')).not.toContainText('Held')

  // The next text holds it again; the author cancels it, and nothing of it stays at the foot of the thread.
  await patient.text('No, forget it')
  await expect(question(dana.page)).toBeVisible()
  await question(lena.page).getByRole('button', { name: 'Cancel' }).click()
  for (const { page } of [lena, dana]) {
    await expect(question(page)).toBeHidden()
    await expect(messages(page)).not.toContainText('Please come fasting.')
  }
})

test('held text says why it can’t be decided offline', async ({ stranger, desk, allowConsole }) => {
  allowConsole(CUT_OFF)
  const { page, context } = await desk('lena@demo.test')
  await isLive(page)
  const patient = stranger()
  await patient.text('Is there parking?')
  await openConversation(page, 'Is there parking?')
  await scheduleForTomorrow(page, 'There is, behind the house.')
  await patient.text('Found it')
  const keep = question(page).getByRole('button', { name: 'Keep' })
  await expect(keep).toBeEnabled()
  await context.setOffline(true)
  await expect(keep).toBeDisabled()
  await context.setOffline(false)
  await expect(keep).toBeEnabled()
})

test('thread shows its end after scheduling and on opening', async ({ stranger, desk }) => {
  const { page } = await desk('lena@demo.test', '/inbox', { viewport: { width: 1440, height: 600 } })
  await isLive(page)
  const [patient, other] = [stranger(), stranger()]
  await other.text('Just me')
  for (let nth = 1; nth <= 8; nth += 1) await patient.text(`Question ${nth}. ${'A few more words. '.repeat(20)}`)
  await openConversation(page, 'Question 8')
  await messages(page).evaluate((log) => log.scrollTo({ top: 0 }))
  await scheduleForTomorrow(page, 'Please come fasting.')
  await expect(goesOut(page)).toBeInViewport()
  await expect.poll(() => belowEnd(page)).toBeLessThanOrEqual(1)

  await openConversation(page, 'Just me')
  await openConversation(page, 'Question 8')
  await expect(goesOut(page)).toBeInViewport()
  await page.reload()
  await pointAway(page)
  await expect(goesOut(page)).toBeInViewport()
  await expect.poll(() => belowEnd(page)).toBeLessThanOrEqual(1)
})
