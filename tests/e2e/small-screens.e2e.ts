/** Every width from a small phone to a tablet, in both themes, and without a mouse. */
import type { Locator, Page } from '@playwright/test'
import { LIST_DELAYS } from '../../apps/web/src/features/inbox/list/conversation-list.machine.ts'
import { DEMO_PASSWORD } from '../support/world.ts'
import {
  composer,
  conversations,
  expect,
  isLive,
  lengthen,
  messages,
  nothingSticksOut,
  row,
  rows,
  send,
  test,
  toasts,
  told,
} from './fixtures.ts'
import { violationsOf } from './violations.ts'

const SCREENS = [
  { width: 350, height: 700, panes: 1 },
  { width: 390, height: 844, panes: 1 },
  { width: 820, height: 1180, panes: 2 },
] as const

const details = (page: Page) => page.getByRole('complementary', { name: 'Patient details' })

for (const { panes, ...viewport } of SCREENS) {
  test(`inbox at ${viewport.width} px shows ${panes} of its panes, does not overflow, and is accessible [OPEN-094]`, async ({
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

test('patient panel is beside the thread from 1280 px on [OPEN-094]', async ({ desk }) => {
  const { page } = await desk('lena@demo.test', '/inbox', { viewport: { width: 1280, height: 800 } })
  await rows(page).first().click()
  await expect(messages(page)).toBeVisible()
  await expect(conversations(page)).toBeVisible()
  await expect(details(page)).toBeVisible()
  await nothingSticksOut(page)
})

/**
 * Presses a key until the target has the focus. Each press waits for the effect of the one before, such as scrolling to
 * a row.
 */
async function pressUntil(page: Page, key: string, target: Locator): Promise<void> {
  const isThere = () => target.evaluateAll((all) => all.some((one) => one === document.activeElement))
  for (let presses = 0; presses < 40 && !(await isThere()); presses++) {
    const before = await page.evaluateHandle(() => document.activeElement)
    await page.keyboard.press(key)
    await expect.poll(() => before.evaluate((one) => document.activeElement !== one)).toBe(true)
  }
  expect(await isThere(), `${key} leads to ${target}`).toBe(true)
}

test('signing in, opening, answering and closing need no mouse [DESIGN-13] [INBOX-07] [INBOX-16]', async ({
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
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('p')
  await page.keyboard.press('Enter')
  await told(page, 'Conversation set to pending')
  // The focused button is gone; the focus stays in the conversation, and Escape leaves it.
  await expect(page.getByRole('region', { name: 'Conversation', exact: true }).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(messages(page)).toHaveCount(0)
})

const PHONE = { width: 390, height: 844 }

/**
 * Swipes with one finger: touches down, moves, rests and lifts. A finger that lifts at full speed makes the browser
 * take the next tap for the end of a fling.
 */
async function swipe(page: Page, target: Locator, [aside, along]: readonly [number, number]): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('The element to swipe is not visible.')
  const client = await page.context().newCDPSession(page)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const began = Date.now() / 1000 - 1
  const touch = (type: 'touchStart' | 'touchMove', part: number, afterS: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: x + aside * part, y: y + along * part }],
      timestamp: began + afterS,
    })
  // No event waits for the answer to the one before: a row takes a finger that rests for half a second for a long press.
  await Promise.all([
    touch('touchStart', 0, 0),
    ...Array.from({ length: 10 }, (_, step) => touch('touchMove', (step + 1) / 10, (step + 1) * 0.016)),
    touch('touchMove', 1, 0.5),
    client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: began + 0.55 }),
  ])
  await client.detach()
}

test('row swiped right is marked unread, swiped left is closed, and both can be undone [OPEN-094] [INBOX-07]', async ({
  stranger,
  desk,
}) => {
  const { page, context } = await desk('lena@demo.test', '/sign-in', { viewport: PHONE, touch: true })
  // A closed row says so for four seconds.
  await lengthen(context, LIST_DELAYS.leaving)
  await page.goto('/inbox')
  await isLive(page)
  await stranger().text('Can I swipe you?')
  const question = row(page, 'Can I swipe you?')
  await question.tap()
  await expect(messages(page)).toContainText('Can I swipe you?')
  await page.getByRole('button', { name: 'Back to the list' }).tap()
  await expect(question).not.toContainText('unread')

  await swipe(page, question, [40, 0])
  await swipe(page, question, [150, 260])
  await expect(question).not.toContainText('unread')
  await swipe(page, question, [170, 0])
  await told(page, 'Marked unread')
  await expect(question).toContainText('1 unread')
  await expect(messages(page), 'nothing is opened by it').toHaveCount(0)

  // The notifications stay while the focus is in them, however long the press on "Undo" takes.
  await page.keyboard.press('F8')
  await expect(toasts(page)).toBeFocused()
  await swipe(page, question, [-170, 0])
  const closed = toasts(page).getByRole('status').filter({ hasText: 'Conversation closed' })
  await expect(question).toContainText('Resolved')
  await closed.getByRole('button', { name: 'Undo' }).tap()
  await expect(question).not.toContainText('Resolved')
  await expect(question).toBeVisible()
})

test('menus and details are bottom sheets on a phone, and the page under them is inert [OPEN-094]', async ({
  stranger,
  desk,
}) => {
  const { page } = await desk('lena@demo.test', '/inbox', { viewport: PHONE, touch: true })
  await isLive(page)
  await stranger().text('Do you have sheets?')
  const question = row(page, 'Do you have sheets?')
  await expect(question).toBeVisible()

  await page.getByRole('button', { name: 'Status: ' }).tap()
  await standsAtTheFoot(page, page.getByRole('listbox'))
  await question.tap({ force: true })
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(messages(page)).toHaveCount(0)

  await question.getByRole('link').dispatchEvent('contextmenu')
  await standsAtTheFoot(page, page.getByRole('menu'))
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Star conversation' }).tap()
  await expect(question).toContainText('starred')

  await question.tap()
  await page.getByRole('button', { name: 'Patient details' }).tap()
  // The dialog element has no size; its panel is the visible part.
  await standsAtTheFoot(page, page.locator('[id^=headlessui-dialog-panel]'))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCSS('font-size', '16px')
})

test('bar of a phone has five entries, and the sheet behind the last one has the others [OPEN-094]', async ({
  stranger,
  desk,
}) => {
  await stranger().text('Is there a fax?')
  const { page } = await desk('lena@demo.test', '/inbox', { viewport: PHONE, touch: true })
  await isLive(page)
  const bar = page.getByRole('navigation', { name: 'Main' })
  const more = bar.getByRole('button', { name: /More$/ })
  const sheet = page.getByRole('dialog', { name: 'More' })
  await expect(bar.getByRole('link')).toHaveCount(4)
  await expect(bar.getByRole('link', { name: 'Inbox' })).toHaveAttribute('aria-current', 'page')
  await expect(more).not.toHaveAttribute('aria-current')
  for (const entry of [...(await bar.getByRole('link').all()), more]) {
    const { width = 0, height = 0 } = (await entry.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }

  await more.tap()
  await standsAtTheFoot(page, sheet.locator('[id^=headlessui-dialog-panel]'))
  await expect(sheet.getByRole('link', { name: /Requests \d+ open$/ })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await sheet.getByRole('link', { name: 'Fax' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Fax' })).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await expect(more).toHaveAttribute('aria-current', 'page')
  await expect(bar.locator('a[aria-current=page]:visible')).toHaveCount(0)
})

test('sheet of a narrow window is opened, closed and followed by keyboard, and begins at the current entry [OPEN-094]', async ({
  desk,
}) => {
  const { page } = await desk('lena@demo.test', '/fax', { viewport: PHONE })
  await isLive(page)
  const more = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /More$/ })
  const sheet = page.getByRole('dialog', { name: 'More' })
  await more.press('Enter')
  await expect(sheet.getByRole('link', { name: 'Fax' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('link', { name: 'Fax' })).toBeFocused()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(sheet.getByRole('link', { name: 'Settings' })).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/profile/)
  await expect(sheet).toHaveCount(0)
  await expect(more).toHaveAttribute('aria-current', 'page')
})

/** Expects that the sheet is as wide as the phone and touches its bottom edge. */
async function standsAtTheFoot(page: Page, sheet: Locator): Promise<void> {
  await expect(sheet).toBeVisible()
  await expect
    .poll(async () => {
      const box = await sheet.boundingBox()
      return box && { left: box.x, width: box.width, foot: Math.round(box.y + box.height) }
    })
    .toEqual({ left: 0, width: PHONE.width, foot: PHONE.height })
  await nothingSticksOut(page)
}

test('no elements overlap on a phone: switch and search, note and form [OPEN-094] [OPEN-045]', async ({ desk }) => {
  const { page } = await desk('ana@demo.test', '/settings/profile', {
    viewport: { width: 390, height: 844 },
    touch: true,
  })
  const box = async (what: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await what.boundingBox()) ?? {}
    return { left: x, top: y, right: x + width, bottom: y + height }
  }
  await isLive(page)
  const organization = await box(page.getByRole('button', { name: /switch organization/ }))
  const search = await box(page.getByRole('button', { name: /^Go to/ }))
  expect(search.left).toBeGreaterThanOrEqual(organization.right)

  await page.goto('/sign-in?signedOut=idle-30')
  const note = await box(page.getByText(/^Signed out because/))
  expect((await box(page.getByText('Email', { exact: true }))).top - note.bottom).toBeGreaterThanOrEqual(8)
})
