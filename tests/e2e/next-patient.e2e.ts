/** "Next patient": colleagues who work through those who wait, and what opens after a conversation is closed. */
import type { Page } from '@playwright/test'
import { queryStore } from '../support/world-store.ts'
import {
  composer,
  conversations,
  expect,
  isLive,
  keysAreHeard,
  messages,
  openConversation,
  pointAway,
  restorePreferences,
  row,
  rows,
  startWriting,
  test,
  told,
} from './fixtures.ts'
import { violationsOf } from './violations.ts'

const WAITING = '/inbox?sort=waiting'
const idIn = (page: Page) => new URL(page.url()).searchParams.get('conversation')
const rowOf = (page: Page, id: string) => conversations(page).locator(`[data-conversation-id="${id}"]`)
const head = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true }).locator('header')
const bar = (page: Page) => page.getByRole('region', { name: 'Next patient' })

/** Presses the key, and returns the conversation that opens. */
async function next(page: Page): Promise<string> {
  const before = idIn(page)
  await page.keyboard.press('Shift+N')
  await expect(bar(page)).toContainText('You’re on it')
  await expect.poll(() => idIn(page)).not.toBe(before)
  return idIn(page) ?? ''
}

test('two colleagues get different patients, see each other’s, and a closed tab’s patient comes to the next one', async ({
  desk,
  world,
}) => {
  const [lena, dana, sam] = [
    await desk('lena@demo.test', WAITING),
    await desk('dana@demo.test', WAITING),
    await desk('sam@demo.test', `${WAITING}&organizationId=org_cedar`),
  ]
  // A key is a command once the inbox is there.
  for (const { page } of [lena, dana, sam]) {
    await isLive(page)
    await expect(rows(page).first()).toBeVisible()
  }
  const [lenas, danas] = await Promise.all([next(lena.page), next(dana.page)])
  expect(lenas).not.toBe(danas)
  await expect(rowOf(dana.page, lenas)).toContainText('Lena is on it')
  await expect(rowOf(lena.page, danas)).toContainText('Dana is on it')
  await expect(rowOf(lena.page, lenas)).toContainText('You are on it')
  expect(await violationsOf(dana.page)).toEqual([])

  // A hold blocks nobody: Sam may open the conversation, and sees whose it is.
  await rowOf(sam.page, lenas).getByRole('link').click()
  await expect(head(sam.page)).toContainText('Lena is on it')
  await expect(composer(sam.page)).toBeEditable()
  await sam.page.keyboard.press('Escape')
  await expect(messages(sam.page)).toHaveCount(0)

  // A tab that is gone renews nothing.
  await lena.context.close()
  await expect(rowOf(dana.page, lenas)).toContainText('Lena is on it')
  await queryStore(world, 'update conversation_holds set until = now() where conversation_id = $1', [lenas])
  await expect(rowOf(dana.page, lenas)).not.toContainText('Lena is on it')
  expect(await next(sam.page)).toBe(lenas)
  await expect(rowOf(dana.page, lenas)).toContainText('Sam is on it')

  // Back to the list, the conversation is nobody's.
  await sam.page.keyboard.press('Escape')
  await expect(messages(sam.page)).toHaveCount(0)
  await expect(rowOf(dana.page, lenas)).not.toContainText('is on it')
})

test('by keyboard alone each answer, snooze and status leads to the next patient, until nobody waits', async ({
  desk,
  stranger,
  world,
}) => {
  // No one else is waiting in this clinic.
  await queryStore(world, `update conversations set waiting_since = null where organization_id = 'org_harbor'`)
  const patients = Array.from({ length: 4 }, () => stranger('org_harbor'))
  const { page } = await desk('ruth@demo.test')
  await isLive(page)
  for (const [nth, patient] of patients.entries()) {
    await patient.text(`Question ${nth}`)
    await expect(row(page, `Question ${nth}`)).toBeVisible()
  }

  await page.keyboard.press('Shift+N')
  await expect(messages(page)).toContainText('Question 0')
  await startWriting(page)
  await page.keyboard.type('Answer 0')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => patients[0]?.received()).toEqual(['Answer 0'])
  await expect(messages(page)).toContainText('Question 1')

  // A status; undo leads back to the conversation, and the walk begins again where it was.
  await keysAreHeard(page)
  await page.keyboard.press('e')
  await told(page, 'Conversation closed', 'Undo')
  await expect(messages(page)).toContainText('Question 2')
  await keysAreHeard(page)
  await page.keyboard.press('z')
  // Before the server has undone it, the patient does not wait.
  await told(page, 'Undone')
  await expect(messages(page)).toContainText('Question 1')
  await expect(bar(page)).toHaveCount(0)
  await page.keyboard.press('Shift+N')
  await expect(bar(page)).toContainText('You’re on it')
  await expect(messages(page)).toContainText('Question 1')
  await page.keyboard.press('e')
  await expect(messages(page)).toContainText('Question 2')

  await keysAreHeard(page)
  await page.keyboard.press('Shift+N')
  await expect(messages(page)).toContainText('Question 3')
  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
  const end = page.getByRole('region', { name: 'Next patient' })
  await expect(end).toContainText('No one else is waiting')
  await expect(end).toContainText('You passed over one patient. You answered 1, typical wait')
  expect(await violationsOf(page)).toEqual([])

  await end.getByRole('button', { name: 'Show them again' }).click()
  await expect(messages(page)).toContainText('Question 2')
  await startWriting(page)
  await page.keyboard.type('Answer 2')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(end).toContainText('No one is waiting')
  await expect(end).toContainText('You answered 2, typical wait')
  await expect.poll(() => patients[2]?.received()).toEqual(['Answer 2'])
})

test('what is typed after an answer stays in its box, and runs no command on the next patient', async ({
  desk,
  stranger,
  world,
}) => {
  await queryStore(world, `update conversations set waiting_since = null where organization_id = 'org_harbor'`)
  const patients = Array.from({ length: 2 }, () => stranger('org_harbor'))
  const { page } = await desk('ruth@demo.test')
  await isLive(page)
  for (const [nth, patient] of patients.entries()) {
    await patient.text(`Typed ${nth}`)
    await expect(row(page, `Typed ${nth}`)).toBeVisible()
  }
  await page.keyboard.press('Shift+N')
  await expect(messages(page)).toContainText('Typed 0')
  const typed = Promise.withResolvers<void>()
  await page.route('**/api/inbox/send-message', async (call) => {
    await typed.promise
    await call.continue()
  })
  await startWriting(page)
  await page.keyboard.type('Yes')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('see you')
  typed.resolve()
  await expect(bar(page)).toContainText('Done here')
  await expect(bar(page).getByRole('button', { name: /^Next/ })).toBeVisible()
  await expect(composer(page)).toHaveValue('see you')
  await expect(composer(page)).toBeFocused()
  expect(await violationsOf(page)).toEqual([])

  // The letters of a word that was begun too late: none of them stars or closes this conversation. The page itself types them at
  // the moment that its messages show, because the keys rest for a second only.
  const isTyped = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const moved = new MutationObserver(() => {
          if (!document.querySelector('[role=log]')?.textContent?.includes('Typed 1')) return
          moved.disconnect()
          for (const key of 'see')
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
          resolve()
        })
        moved.observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
  )
  await page.keyboard.press('Control+Enter')
  await isTyped
  await keysAreHeard(page)
  await expect(page.getByRole('button', { name: 'Star conversation' })).toBeVisible()
  await expect(messages(page)).toContainText('Typed 1')
  await expect.poll(() => patients[0]?.received()).toEqual(['Yes', 'see you'])
})

test('a phone has a button for the next patient, a way to skip, and the end', async ({ desk, stranger, world }) => {
  await queryStore(world, `update conversations set waiting_since = null where organization_id = 'org_harbor'`)
  const patient = stranger('org_harbor')
  const { page } = await desk('ruth@demo.test', '/inbox', { viewport: { width: 390, height: 844 }, touch: true })
  await isLive(page)
  await patient.text('Is anybody there?')
  await expect(row(page, 'Is anybody there?')).toBeVisible()
  await page.getByRole('button', { name: 'Next patient' }).tap()
  await expect(messages(page)).toContainText('Is anybody there?')
  expect(await violationsOf(page)).toEqual([])
  await bar(page).getByRole('button', { name: 'Skip' }).tap()
  await expect(bar(page)).toContainText('No one else is waiting')
  await page.getByRole('button', { name: 'Back to the list' }).tap()
  await expect(bar(page)).toHaveCount(0)
  await expect(row(page, 'Is anybody there?')).toBeVisible()
})

test('after closing, the next, the previous or no conversation opens, as the person chose', async ({
  world,
  desk,
  stranger,
}) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  const patients = Array.from({ length: 4 }, () => stranger())
  for (const [nth, patient] of patients.entries()) {
    await patient.text(`Close me ${nth}`)
    await expect(row(page, `Close me ${nth}`)).toBeVisible()
  }
  await pointAway(page)
  await expect(rows(page).first()).toContainText('Close me 3')

  await openConversation(page, 'Close me 3')
  await page.keyboard.press('e')
  await told(page, 'Conversation closed')
  await expect(messages(page)).toContainText('Close me 2')
  await page.keyboard.press('z')
  await expect(messages(page)).toContainText('Close me 3')

  const choose = async (label: string) => {
    const saved = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'POST' &&
        new URL(answer.url()).pathname === '/api/inbox/preferences' &&
        answer.ok(),
    )
    await page.getByRole('button', { name: 'Close with another status' }).click()
    await page.getByRole('menuitem', { name: label }).click()
    await pointAway(page)
    // A reload must not end the saving, and the server must not get the choice after the defaults are back.
    await saved
  }
  await openConversation(page, 'Close me 1')
  await choose('Then open the previous one')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(messages(page)).toContainText('Close me 2')
  // The choice is this person's, and stays.
  await page.reload()
  await expect(messages(page)).toContainText('Close me 2')
  await choose('Then go back to the list')
  await page.keyboard.press('e')
  await expect(messages(page)).toHaveCount(0)
  await expect(page.getByText('No conversation is open')).toBeVisible()
  await restorePreferences(world, 'lena@demo.test')
})
