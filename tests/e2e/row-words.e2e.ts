/** The words of a row of the list stay readable: under the pointer, in a narrow list, from right to left, after STOP. */
import type { Locator, Page } from '@playwright/test'
import { expect, isLive, messages, openConversation, row, test, told } from './fixtures.ts'

/** Returns whether two elements share a part of the screen. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('An element is not on the screen.')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test('controls under the pointer cover neither the time nor the unread count', async ({ stranger, desk }) => {
  const asked = 'Does the pointer hide what I need to know, even in a question as long as this one is?'
  await stranger().text(asked)
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  const question = row(page, asked)
  await question.hover()
  const control = question.getByRole('button', { name: /^Actions for/ })
  await expect(control).toHaveCSS('opacity', '1')
  for (const what of [question.locator('time').first(), question.getByText(/^1$/).first()])
    expect(await overlap(control, what)).toBe(false)
})

/** Returns the words of the bottom line that are shown only in part. */
const cutWords = (line: Locator) =>
  line.evaluate((root) => {
    const box = root.getBoundingClientRect()
    const words: string[] = []
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest('.sr-only')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const part of range.getClientRects())
        if (part.top < box.bottom - 2 && part.bottom > box.top + 2 && part.right > box.right + 1)
          words.push(text.textContent ?? '')
    }
    return words
  })

test('row keeps the first word of a right-to-left text, and its last line has whole words only', async ({
  stranger,
  desk,
}) => {
  const hebrew = 'שלום, אני רוצה לדעת מתי התור שלי ואם אפשר להזיז אותו ליום אחר בשבוע הבא או בשבוע שאחריו'
  const patient = stranger()
  await patient.text(hebrew)
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const text = row(page, hebrew).locator('bdi', { hasText: hebrew })
    const isFirstShown = () =>
      text.evaluate((bdi) => {
        const range = document.createRange()
        range.setStart(bdi.firstChild as Text, 0)
        range.setEnd(bdi.firstChild as Text, 4)
        const [word, box] = [range.getBoundingClientRect(), bdi.getBoundingClientRect()]
        return word.width > 0 && word.left >= box.left - 1 && word.right <= box.right + 1
      })
    await expect.poll(isFirstShown, `${width}`).toBe(true)
    const line = row(page, hebrew)
      .getByText('Unassigned')
      .locator('xpath=ancestor::span[contains(@class, "flex-wrap")]')
    await expect.poll(() => cutWords(line), `${width}`).toEqual([])
  }
})

test('STOP ends the waiting clock, and the row says that the patient opted out', async ({ stranger, desk }) => {
  const patient = stranger()
  await patient.text('How long must I wait before I stop?')
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await openConversation(page, 'How long must I wait before I stop?')
  const id = await row(page, 'How long must I wait before I stop?').getAttribute('data-conversation-id')
  const its = page.locator(`[data-conversation-id="${id}"]`)
  await expect(its).toContainText(/Waiting/)
  await patient.text('STOP')
  await expect(its).toContainText('Opted out')
  await expect(its).not.toContainText('Waiting')
})

/** How far the thread is from its end, in pixels. */
const left = (page: Page) =>
  messages(page).evaluate((log) => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight))

test('thread on a phone opens at its end, and closes with a status of choice', async ({ stranger, desk }) => {
  const patient = stranger()
  for (let nth = 1; nth <= 12; nth++)
    await patient.text(`Line ${nth} of a long story about my knee. ${'It hurts. '.repeat(8)}`)
  const { page } = await desk('lena@demo.test', '/inbox', { viewport: { width: 390, height: 844 } })
  await isLive(page)
  await row(page, 'Line 12 of a long story').click()
  await expect(messages(page)).toContainText('Line 12 of a long story')
  await expect.poll(() => left(page)).toBeLessThanOrEqual(2)
  await page.getByRole('button', { name: 'Close conversation' }).click()
  await page.getByRole('menuitem', { name: 'Acknowledged' }).click()
  await told(page, /acknowledged/i)
})
