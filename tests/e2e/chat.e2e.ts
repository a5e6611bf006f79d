import type { FrameLocator, Page } from '@playwright/test'
import { CUT_OFF, expect, isLive, messages, openConversation, row, send, test } from './fixtures.ts'
import { violationsOf } from './violations.ts'

/** The clinic's own page with the chat on it. */
const CLINIC_PAGE = '/sandbox/chat.html'

const chatOf = (page: Page) => page.frameLocator('#foyer-chat-frame')
const logOf = (chat: FrameLocator) => chat.getByRole('log', { name: 'Messages' })

async function openChat(page: Page): Promise<FrameLocator> {
  await page.getByRole('button', { name: 'Chat with us' }).click()
  const chat = chatOf(page)
  await expect(chat.getByRole('heading', { name: /^Chat with Cedar Ridge/ })).toBeVisible()
  return chat
}

async function write(chat: FrameLocator, text: string): Promise<void> {
  await chat.getByRole('textbox', { name: 'Your message' }).fill(text)
  await chat.getByRole('button', { name: 'Send' }).click()
}

test('patient chats from the clinic’s page, staff see it live and answer, and the patient reads it [INBOX-02]', async ({
  visitor,
  desk,
}) => {
  const lena = await desk('lena@demo.test')
  await isLive(lena.page)
  const { page, heard } = await visitor(CLINIC_PAGE)
  const chat = await openChat(page)
  await write(chat, 'Do you take walk-ins on Monday?')
  await expect(row(lena.page, 'Do you take walk-ins on Monday?')).toContainText('Chat')
  await openConversation(lena.page, 'Do you take walk-ins on Monday?')
  await expect(chat.getByRole('status')).toHaveText('Connected')

  await send(lena.page, 'Yes, from 8 to 11.')
  await expect(logOf(chat)).toContainText('Yes, from 8 to 11.')
  await expect(logOf(chat)).toContainText('Lena')
  await expect(messages(lena.page)).toContainText(/Yes, from 8 to 11\.You · .*Delivered/)
  await expect(logOf(chat)).not.toContainText('Kim')
  expect(heard.join('\n')).not.toMatch(/conversation\.changed|message\.added|"counts"|"seq"/)
})

test('chat sends what was written offline exactly once, and shows what was missed [INBOX-02]', async ({
  visitor,
  desk,
  allowConsole,
}) => {
  allowConsole(CUT_OFF)
  const lena = await desk('lena@demo.test')
  await isLive(lena.page)
  const { page, context } = await visitor(CLINIC_PAGE)
  const chat = await openChat(page)
  await write(chat, 'Is the laboratory open?')
  await openConversation(lena.page, 'Is the laboratory open?')
  await expect(chat.getByRole('status')).toHaveText('Connected')

  await context.setOffline(true)
  await expect(chat.getByRole('status')).toContainText('You are offline')
  await write(chat, 'And on Sunday?')
  await expect(logOf(chat)).toContainText('Waiting to be sent')
  await send(lena.page, 'Until 5 today.')
  // Waits for the answer to be shown before the visitor writes again.
  await expect(row(lena.page, 'Until 5 today.')).toBeVisible()
  await context.setOffline(false)
  await expect(logOf(chat)).toContainText('Until 5 today.')
  await expect(logOf(chat)).not.toContainText('Waiting to be sent')
  await expect(messages(lena.page).getByText('And on Sunday?')).toHaveCount(1)

  await page.reload()
  const again = await openChat(page)
  for (const text of ['Is the laboratory open?', 'Until 5 today.', 'And on Sunday?'])
    await expect(logOf(again).getByText(text)).toHaveCount(1)
})

test('text that is written before the chat’s scripts have loaded stays, and is sent once they have [INBOX-02]', async ({
  visitor,
}) => {
  const { page } = await visitor(CLINIC_PAGE)
  const loaded = Promise.withResolvers<void>()
  await page.route('**/chat/assets/page.js', async (route) => {
    await loaded.promise
    await route.continue()
  })
  const chat = await openChat(page)
  await chat.getByRole('textbox', { name: 'Your message' }).fill('I was quick')
  await expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled()
  loaded.resolve()
  await chat.getByRole('button', { name: 'Send' }).click()
  await expect(logOf(chat)).toContainText('I was quick')
})

test('hostile text in the chat is shown as text on both ends, and another browser sees none of it [SEC-10] [SEC-05]', async ({
  visitor,
  desk,
}) => {
  const hostile = '<img src=x onerror="document.title=1"> & <script>document.title=2</script>'
  const lena = await desk('lena@demo.test')
  await isLive(lena.page)
  const { page } = await visitor(CLINIC_PAGE)
  const chat = await openChat(page)
  await write(chat, hostile)
  await expect(logOf(chat)).toContainText(hostile)
  await openConversation(lena.page, hostile)
  await send(lena.page, hostile)
  await expect(logOf(chat).getByText(hostile)).toHaveCount(2)

  const other = await visitor(CLINIC_PAGE)
  const theirs = await openChat(other.page)
  await expect(theirs.getByRole('status')).toHaveText('Write to us here. A person answers.')
  await expect(logOf(theirs)).toHaveText('')
})

test('chat works by keyboard, has no accessibility violation, and fits a small screen [INBOX-02]', async ({
  visitor,
}) => {
  const { page } = await visitor(CLINIC_PAGE, { viewport: { width: 360, height: 640 }, theme: 'dark' })
  const button = page.getByRole('button', { name: 'Chat with us' })
  await button.focus()
  await page.keyboard.press('Enter')
  const chat = chatOf(page)
  const text = chat.getByRole('textbox', { name: 'Your message' })
  await expect(text).toBeFocused()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await expect(logOf(chat)).toContainText('By keyboard')
  expect(await violationsOf(page)).toEqual([])
  const width = await chat.locator('html').evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
  expect(width[0]).toBe(width[1])
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})
