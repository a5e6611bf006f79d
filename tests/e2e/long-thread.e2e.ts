/** A thread of more messages than are drawn at once stays at its end until somebody scrolls up. */
import type { Locator } from '@playwright/test'
import { composer, expect, isLive, messages, openConversation, row, send, test } from './fixtures.ts'

const TEXTS = 40

const belowEnd = (log: Locator) =>
  log.evaluate((element) => Math.round(element.scrollHeight - element.scrollTop - element.clientHeight))

test('thread of 40 messages opens at its end, follows a new text and what is sent, and stays where it is scrolled to [INBOX-16]', async ({
  stranger,
  desk,
}) => {
  const patient = stranger()
  for (let nth = 1; nth < TEXTS; nth++) await patient.text(`Line ${nth} of a long story about a knee`)
  await patient.text('And that is all about my knee')
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await openConversation(page, 'And that is all about my knee')
  const log = messages(page)
  await expect(log.locator('[data-message-id]')).toHaveCount(TEXTS)
  await expect(log).toHaveAttribute('aria-busy', 'false')
  await expect.poll(() => belowEnd(log)).toBeLessThan(2)

  await patient.text('Does it need an x-ray?')
  await expect(log).toContainText('Does it need an x-ray?')
  await expect.poll(() => belowEnd(log)).toBeLessThan(2)
  // A screen that reads again is not live and answers as of its last reading.
  await isLive(page)
  await send(page, 'Yes, on Thursday.')
  await expect(log).toContainText('Yes, on Thursday.')
  await expect.poll(() => belowEnd(log)).toBeLessThan(2)

  await log.hover()
  await page.mouse.wheel(0, -900)
  await expect.poll(() => belowEnd(log)).toBeGreaterThan(500)
  await patient.text('Which floor is it on?')
  await expect(page.getByRole('button', { name: '1 new message' })).toBeVisible()
  expect(await belowEnd(log)).toBeGreaterThan(500)

  await isLive(page)
  await composer(page).fill('The second floor.')
  await composer(page).press('Control+Enter')
  await expect(row(page, 'The second floor.')).toBeVisible()
  await expect.poll(() => belowEnd(log)).toBeLessThan(2)
})
