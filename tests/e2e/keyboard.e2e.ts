/**
 * A morning at the desk without a mouse: every key of the inbox, the command bar, and the sheet that lists the keys.
 */
import type { Page } from '@playwright/test'
import {
  composer,
  expect,
  focusedConversation,
  isLive,
  messages,
  openConversation,
  pressGo,
  restorePreferences,
  row,
  rows,
  signInHere,
  test,
  toasts,
  told,
  walkTo,
} from './fixtures.ts'
import { newcomer } from './newcomer.ts'
import { violationsOf } from './violations.ts'

const bar = (page: Page) => page.getByRole('combobox', { name: 'Go to a patient, conversation or page' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** The menu takes the focus when its code has loaded, which must not happen between the focus of an entry and its key. */
async function chooseFromAccountMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /account menu/ }).press('Enter')
  await expect(page.getByRole('menu')).toBeFocused()
  await page.getByRole('menuitem', { name: entry }).press('Enter')
}

test('triage works by keyboard alone: walk, star, open, answer, assign, classify, close, undo [DESIGN-13] [INBOX-05] [INBOX-06] [INBOX-07] [INBOX-16]', async ({
  stranger,
  desk,
}) => {
  const [first, second] = [stranger(), stranger()]
  await first.text('Is the door open at eight?')
  await second.text('Where can I park?')
  const { page } = await desk('lena@demo.test')
  await isLive(page)

  await walkTo(page, 'Is the door open at eight?')
  await page.keyboard.press('s')
  await expect(row(page, 'Is the door open at eight?')).toContainText('starred')
  // The undo is available once the server has confirmed the change.
  await told(page, 'Starred')
  await page.keyboard.press('z')
  await expect(row(page, 'Is the door open at eight?')).not.toContainText('starred')

  await page.keyboard.press('Enter')
  await expect(composer(page)).toBeFocused()
  // Letters are text while the user types.
  await page.keyboard.type('Yes, since seven.')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => first.received()).toEqual(['Yes, since seven.'])
  // The first Escape leaves the message, the second one the conversation.
  await press(page, 'Escape', 'Escape')
  await expect(messages(page)).toHaveCount(0)
  await expect(row(page, 'Yes, since seven.').getByRole('link')).toBeFocused()

  // A command of the thread opens the thread first.
  await page.keyboard.press('n')
  await expect(page.getByRole('tab', { name: 'Internal note', selected: true })).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('He asks every year.')
  await page.keyboard.press('Control+Enter')
  await expect(messages(page)).toContainText('He asks every year.')
  await press(page, 'Escape', 'Escape')
  await expect(row(page, 'He asks every year.').getByRole('link')).toBeFocused()
  await page.keyboard.press('r')
  await expect(page.getByRole('tab', { name: /^Text/, selected: true })).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await press(page, 'Escape', 'Escape')
  await expect(row(page, 'He asks every year.').getByRole('link')).toBeFocused()

  await page.keyboard.press('a')
  await expect(page.getByRole('option', { name: 'Dana Whitfield' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Search colleagues and teams' })).toBeFocused()
  // Members of other tests may have names with a D.
  await page.keyboard.type('dana w')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await told(page, 'Assigned to Dana Whitfield')
  await page.keyboard.press('t')
  await expect(page.getByRole('option', { name: 'Billing' })).toBeVisible()
  await expect(page.getByRole('listbox')).toBeFocused()
  await press(page, 'b', 'Enter')
  await expect(row(page, 'He asks every year.')).toContainText('Billing')
  await page.keyboard.press('i')
  await expect(page.getByRole('tabpanel', { name: 'Details' })).toBeFocused()
  await page.keyboard.press('u')
  await expect(row(page, 'He asks every year.')).toContainText('1 unread')

  await page.keyboard.press('e')
  await told(page, 'Conversation closed')
  // The next conversation of the list opens, and undo leads back.
  await expect(messages(page)).not.toContainText('He asks every year.')
  await expect(messages(page)).toBeVisible()
  await page.keyboard.press('F8')
  await expect(toasts(page)).toBeFocused()
  await page.keyboard.press('z')
  await expect(messages(page)).toContainText('He asks every year.')
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(messages(page)).toHaveCount(0)

  await walkTo(page, 'Where can I park?')
  const asking = row(page, 'Where can I park?').getByRole('link')
  for (const [up, down] of [
    ['k', 'j'],
    ['ArrowUp', 'ArrowDown'],
  ] as const) {
    await page.keyboard.press(up)
    await expect(asking).not.toBeFocused()
    await page.keyboard.press(down)
    await expect(asking).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(composer(page)).toBeFocused()
  await expect(messages(page)).toContainText('Where can I park?')
  await page.keyboard.type('Behind the house.')
  await page.keyboard.press('Control+Shift+Enter')
  await told(page, 'Conversation closed')
  await expect.poll(() => second.received()).toEqual(['Behind the house.'])
})

test('search, new message, waiting rows and G then I work by keyboard [DESIGN-13] [INBOX-15] [OPEN-097]', async ({
  stranger,
  desk,
}) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search conversations' })).toBeFocused()
  await page.keyboard.type('jcsua/')
  await expect(page.getByRole('searchbox', { name: 'Search conversations' })).toHaveValue('jcsua/')
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('')
  await page.getByRole('searchbox', { name: 'Search conversations' }).blur()

  await page.keyboard.press('c')
  await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused()
  // The first Escape closes the list of patients.
  await press(page, 'Escape', 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The list without the search may still be loading, and a conversation may move to the top meanwhile.
  await expect(async () => {
    await page.keyboard.press('j')
    expect(await focusedConversation(page)).not.toBeNull()
  }).toPass()
  await stranger().text('Who stands at the top?')
  await expect(page.getByRole('button', { name: /^\d+\+? new conversations$/ })).toBeVisible()
  await page.keyboard.press('.')
  await expect(row(page, 'Who stands at the top?')).toBeVisible()
  await page.getByRole('tab', { name: /^Unread/ }).click()
  await expect(page).toHaveURL(/tab=unread/)
  await pressGo(page, 'i')
  await expect(page).toHaveURL(/\/inbox$/)
})

test('Ctrl K opens a patient, a conversation or a command, and has no accessibility violation [DESIGN-13]', async ({
  stranger,
  desk,
}) => {
  const patient = stranger()
  await patient.text('Find me by my number')
  for (const theme of ['light', 'dark'] as const) {
    const { page } = await desk('lena@demo.test', '/inbox', { theme })
    await isLive(page)
    // A text that the carrier brings late would become the first row after the key.
    await expect(row(page, 'Find me by my number')).toBeVisible()
    const stood = rows(page).first().getByRole('link')
    await page.keyboard.press('j')
    await expect(stood).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(bar(page)).toBeFocused()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.type('carver')
    await expect(page.getByRole('option', { name: /Rosalind Carver/ })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    // The command bar returns the focus.
    await page.keyboard.press('Escape')
    await expect(stood).toBeFocused()

    await page.keyboard.press('Control+k')
    await expect(bar(page)).toBeFocused()
    await page.keyboard.type(patient.number.slice(2))
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(messages(page)).toContainText('Find me by my number')
    await expect(composer(page)).toBeFocused()

    // The command bar opens while the user types, and its actions apply to the open conversation.
    await page.keyboard.press('Control+k')
    await expect(bar(page)).toBeFocused()
    await page.keyboard.type('internal')
    await expect(page.getByRole('option').first()).toContainText('Internal note')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab', { name: 'Internal note', selected: true })).toBeVisible()
    await expect(composer(page)).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(bar(page)).toBeFocused()
    await page.keyboard.type('nobody has this name')
    await expect(page.getByText('Nothing matches “nobody has this name”')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(bar(page)).toHaveCount(0)
  }
})

test('key sheet lists the keys and turns single keys off, also for the next user [DESIGN-13]', async ({
  world,
  stranger,
  desk,
  allowConsole,
}) => {
  // Requests that a page makes while its session ends, such as the notification preferences some seconds after loading.
  allowConsole(/401/)
  await stranger().text('Nobody stars me')
  const people = [
    { theme: 'light', first: 'lena@demo.test' },
    { theme: 'dark', first: 'ana@demo.test' },
  ] as const
  for (const { theme, first } of people) {
    // The next user never saved a choice: another one takes their own choices to the device.
    const next = { email: `${crypto.randomUUID()}@demo.test`, name: 'Quill Moss', password: 'a lamp over seven doors' }
    await newcomer(world, next)
    const { page, context } = await desk(first, '/inbox?organizationId=org_cedar', { theme })
    await isLive(page)
    await openConversation(page, 'Nobody stars me')
    await page.keyboard.press('Escape')
    await expect(messages(page)).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(sheet(page)).toContainText('Close conversation')
    expect(await violationsOf(page)).toEqual([])
    await sheet(page).getByRole('switch', { name: 'Single-key shortcuts' }).press('Space')
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)

    await chooseFromAccountMenu(page, 'Sign out')
    await expect(page.getByLabel('Email')).toBeVisible()
    await signInHere(context, next.email, next.password)
    await page.goto('/inbox?organizationId=org_cedar')
    await isLive(page)
    await row(page, 'Nobody stars me').getByRole('link').focus()
    await press(page, 's', '?')
    await page.keyboard.press('Control+k')
    await expect(bar(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(row(page, 'Nobody stars me')).not.toContainText('starred')

    await chooseFromAccountMenu(page, 'Keyboard shortcuts')
    const saved = page.waitForResponse(
      (answer) =>
        answer.ok() &&
        answer.request().method() === 'POST' &&
        new URL(answer.url()).pathname === '/api/inbox/preferences',
    )
    await sheet(page).getByRole('switch', { name: 'Single-key shortcuts' }).press('Space')
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await row(page, 'Nobody stars me').getByRole('link').focus()
    await page.keyboard.press('s')
    await expect(row(page, 'Nobody stars me')).toContainText('starred')
    await saved
    await page.keyboard.press('s')
    await expect(row(page, 'Nobody stars me')).not.toContainText('starred')
    await restorePreferences(world, first)
  }
})
