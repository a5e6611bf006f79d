/** The thread's header tells patients apart at every width: the whole name, the birth date and the MRN. */
import type { Locator, Page } from '@playwright/test'
import { expect, isLive, nothingSticksOut, openConversation, row, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const LONG = { first: 'Wilhelmina-Alexandrina', last: 'Featherstonehaugh-Cholmondeley van Wassenaer' }
const NAME = `${LONG.first} ${LONG.last}`

const head = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true }).locator('header').first()

/** Returns the texts that an element on the way up cuts or hides. */
const cutIn = (place: Locator) =>
  place.evaluate((root) => {
    const cut: string[] = []
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent?.trim() ?? ''
      const parent = text.parentElement
      if (words === '' || !parent?.checkVisibility() || parent.closest('.sr-only')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const lines = [...range.getClientRects()]
      for (let box: Element | null = parent; box; box = box.parentElement) {
        if (getComputedStyle(box).overflow === 'visible') continue
        const edge = box.getBoundingClientRect()
        const isOut = (line: DOMRect) =>
          line.top < edge.top - 1 ||
          line.bottom > edge.bottom + 1 ||
          line.left < edge.left - 1 ||
          line.right > edge.right + 1
        if (lines.some(isOut)) cut.push(words)
      }
    }
    return cut
  })

async function fileAsLong(page: Page, mrn: string): Promise<void> {
  await page.getByRole('button', { name: 'Assign to a patient' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign to a patient' })
  await dialog.getByRole('button', { name: 'New patient' }).click()
  await dialog.getByLabel('First name').fill(LONG.first)
  await dialog.getByLabel('Last name').fill(LONG.last)
  await dialog.getByLabel('Birth date').fill('1985-12-10')
  await dialog.getByLabel('MRN').fill(mrn)
  await dialog.getByRole('button', { name: 'Add and assign' }).click()
  await expect(dialog).toHaveCount(0)
}

test('header keeps the whole name, birth date and MRN at every width, while two colleagues view', async ({
  stranger,
  desk,
}) => {
  const asked = 'Is my identity safe with you?'
  await stranger().text(asked)
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await openConversation(page, asked)
  await fileAsLong(page, '204-881-7756')
  for (const email of ['dana@demo.test', 'sam@demo.test']) {
    const colleague = await desk(email)
    await isLive(colleague.page)
    await openConversation(colleague.page, asked)
  }
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
    { width: 350, height: 700 },
  ]) {
    await page.setViewportSize(viewport)
    await expect(head(page).getByRole('heading', { name: NAME })).toBeVisible()
    for (const words of ['Born 12/10/1985', 'MRN 204-881-7756', /viewing|here/])
      await expect(head(page).getByText(words).filter({ visible: true }).first(), `${viewport.width}`).toBeVisible()
    await expect.poll(() => cutIn(head(page)), `${viewport.width}`).toEqual([])
    expect(await violationsOf(page)).toEqual([])
    await nothingSticksOut(page)
  }
})

test('row, found message and recipient show a long name whole', async ({ stranger, desk }) => {
  const asked = 'Do you write names in full?'
  await stranger().text(asked)
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await openConversation(page, asked)
  await fileAsLong(page, 'F-1')
  const name = row(page, asked).getByText(NAME)
  await expect(name).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    if (width === 390) await page.getByRole('button', { name: 'Back to the list' }).click()
    const whole = row(page, asked).locator('bdi', { hasText: NAME })
    await expect.poll(() => cutIn(whole), `${width}`).toEqual([])
  }
})

test('patient without an MRN has none in the panel and no id in its place', async ({ stranger, desk }) => {
  const asked = 'Do I have a number with you?'
  await stranger().text(asked)
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await openConversation(page, asked)
  await fileAsLong(page, '')
  const panel = page.getByRole('complementary', { name: 'Patient details' })
  await expect(panel).toContainText(/MRN\s*None/)
  await expect(panel).not.toContainText('Patient ID')
  await expect(head(page)).not.toContainText('MRN')
})
