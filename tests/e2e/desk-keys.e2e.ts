/** Keys of the desk: where Escape leads, which conversations a letter acts on, and where a click puts the focus. */
import type { Locator, Page } from '@playwright/test'
import { LIST_DELAYS } from '../../apps/web/src/features/inbox/list/conversation-list.machine.ts'
import {
  CUT_OFF,
  composer,
  connection,
  conversations,
  expect,
  isLive,
  lengthen,
  messages,
  openConversation,
  relaySwitch,
  row,
  send,
  test,
  told,
  walkTo,
} from './fixtures.ts'

const bulkBar = (page: Page) => page.getByRole('toolbar', { name: 'Selected conversations' })
const link = (page: Page, words: string) => row(page, words).getByRole('link')
/** The link of the row that contains these words now. A draft takes their place in the row after a while. */
async function steadyLink(page: Page, words: string): Promise<Locator> {
  const id = await row(page, words).getAttribute('data-conversation-id')
  return conversations(page).locator(`[data-conversation-id="${id}"]`).getByRole('link')
}

test('Escape leaves the message and keeps the conversation, a second one goes to the list [DESIGN-13]', async ({
  stranger,
  desk,
}) => {
  await stranger().text('May I bring my dog?')
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await walkTo(page, 'May I bring my dog?')
  const dog = await steadyLink(page, 'May I bring my dog?')
  await page.keyboard.press('Enter')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('Only a small one')
  await page.keyboard.press('Escape')
  await expect(messages(page)).toBeFocused()
  await expect(messages(page)).toContainText('May I bring my dog?')
  await expect(composer(page)).toHaveValue('Only a small one')

  // The letters are commands of the conversation now.
  await page.keyboard.press('r')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(messages(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(messages(page)).toHaveCount(0)
  await expect(dog).toBeFocused()
})

test('click on the open row puts the focus where a click on another row does', async ({ stranger, desk }) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  // One after the other: texts of two phones reach the clinic in any order.
  for (const words of ['First of two questions', 'Second of two questions']) {
    await stranger().text(words)
    await expect(row(page, words)).toBeVisible()
  }
  const first = await steadyLink(page, 'First of two questions')
  const second = await steadyLink(page, 'Second of two questions')

  await first.click()
  await expect(composer(page)).toBeVisible()
  await expect(first).toBeFocused()
  await second.click()
  await expect(messages(page)).toContainText('Second of two questions')
  await expect(second).toBeFocused()

  for (const typed of ['', 'Half an answer']) {
    await composer(page).fill(typed)
    await expect(composer(page)).toBeFocused()
    await second.click()
    await expect(second).toBeFocused()
  }
  // After the keyboard was used, a click still does the same for both.
  await page.keyboard.press('j')
  await expect(first).toBeFocused()
  await page.keyboard.press('k')
  await expect(second).toBeFocused()
  await second.click()
  await expect(second).toBeFocused()
  await page.keyboard.press('j')
  await expect(first).toBeFocused()
  await first.click()
  await expect(messages(page)).toContainText('First of two questions')
  await expect(first).toBeFocused()
})

test('letters act on the selected rows, say how many, and are undone at once [DESIGN-13] [OPEN-092]', async ({
  stranger,
  desk,
}) => {
  const questions = ['Is parking free?', 'Is coffee free?', 'Is parking dear?'] as const
  for (const question of questions) await stranger().text(question)
  await stranger().text('Leave this one alone')
  const { page, context } = await desk('lena@demo.test', '/sign-in')
  // A closed row leaves after four seconds, and may come back behind the pill. The undo comes earlier here.
  await lengthen(context, LIST_DELAYS.leaving)
  await page.goto('/inbox')
  await isLive(page)
  // While one row has the focus, the list keeps the others behind the pill if they come later.
  for (const question of questions) await expect(row(page, question)).toBeVisible()
  await openConversation(page, 'Leave this one alone')
  const pick = async () => {
    for (const question of questions) {
      await link(page, question).focus()
      await page.keyboard.press('x')
    }
    await expect(bulkBar(page)).toContainText('3 selected')
  }
  await pick()
  await page.keyboard.press('s')
  await told(page, 'Starred 3 conversations')
  for (const question of questions) await expect(row(page, question)).toContainText('starred')
  await expect(row(page, 'Leave this one alone')).not.toContainText('starred')
  await page.keyboard.press('z')
  await told(page, 'Undone for 3')
  for (const question of questions) await expect(row(page, question)).not.toContainText('starred')

  await pick()
  await page.keyboard.press('a')
  await expect(page.getByRole('menuitem', { name: 'Dana Whitfield' })).toBeVisible()
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(link(page, questions[2])).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('d')
  await page.keyboard.press('Enter')
  await told(page, 'Assigned 3 conversations to Dana Whitfield')
  for (const question of questions) await expect(row(page, question)).toContainText('Dana')
  await expect(bulkBar(page)).toHaveCount(0)
  await expect(link(page, questions[2])).toBeFocused()

  await pick()
  await page.keyboard.press('t')
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('b')
  await page.keyboard.press('Enter')
  await told(page, 'Set 3 conversations to Billing')
  for (const question of questions) await expect(row(page, question)).toContainText('Billing')
  await expect(row(page, 'Leave this one alone')).not.toContainText('Billing')
  await page.keyboard.press('z')
  await told(page, 'Undone for 3')
  for (const question of questions) await expect(row(page, question)).not.toContainText('Billing')

  await pick()
  await page.keyboard.press('e')
  await told(page, 'Closed 3 conversations')
  await expect(row(page, 'Leave this one alone')).not.toContainText('Resolved')
  await page.keyboard.press('z')
  await told(page, 'Undone for 3')
  for (const question of questions) await expect(row(page, question)).not.toContainText('Resolved')

  // Opening a conversation reads it, so that there is something to mark.
  for (const question of questions) await openConversation(page, question)
  await openConversation(page, 'Leave this one alone')
  // The reader's own rows change before the server knows of it, and a colleague's after.
  const colleague = await desk('dana@demo.test')
  for (const question of questions) {
    await expect(row(colleague.page, question)).toBeVisible()
    await expect(row(colleague.page, question)).not.toContainText('unread')
  }
  await pick()
  await page.keyboard.press('u')
  await told(page, 'Marked 3 conversations unread')
  for (const question of questions) await expect(row(page, question)).toContainText('1 unread')
  await expect(row(page, 'Leave this one alone')).not.toContainText('1 unread')
})

test('Don’t send returns to the box, with the text in it [OPEN-097]', async ({ stranger, desk, allowConsole }) => {
  // The cut connection, and the refusal of the outdated answer.
  allowConsole(CUT_OFF, /409/)
  const lena = await desk('lena@demo.test')
  const relay = await relaySwitch(lena)
  await lena.page.reload()
  await isLive(lena.page)
  const patient = stranger()
  await patient.text('I am on my way')
  await openConversation(lena.page, 'I am on my way')
  await relay.cut()
  await expect(connection(lena.page)).not.toContainText('Live')
  await patient.text('No, I stay at home')
  await expect.poll(() => patient.taken()).toHaveLength(2)
  await send(lena.page, 'See you soon!')
  const question = lena.page.getByRole('alert').filter({ hasText: 'wrote after you. Send anyway?' })
  await question.getByRole('button', { name: 'Don’t send' }).press('Enter')
  await expect(question).toHaveCount(0)
  await expect(composer(lena.page)).toHaveValue('See you soon!')
  await expect(composer(lena.page)).toBeFocused()
  expect(await patient.received()).toEqual([])
})
