/** Every dialog, drawer, menu and list opens by keyboard, closes by Escape, and returns the focus to what opened it. */
import type { Locator, Page } from '@playwright/test'
import { composer, expect, isLive, messages, row, test, walkTo } from './fixtures.ts'

const layers = (page: Page) => page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()

/** Opens a layer with a key on its opener, and closes it by Escape. */
async function returnsTo(opener: Locator, layer: Locator, { key = 'Enter', to = opener } = {}): Promise<void> {
  const page = opener.page()
  await test.step(`${layer}`, async () => {
    await opener.focus()
    await page.keyboard.press(key)
    await expect(layer).toBeVisible()
    await expect(page.locator('[role]:focus, input:focus, textarea:focus, button:focus')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(layer).toHaveCount(0)
    await expect(to).toBeFocused()
  })
}

/** Chooses an entry of a menu, which opens a dialog; the focus returns to the menu's button. */
async function returnsFromEntry(opener: Locator, entry: RegExp, dialog: Locator): Promise<void> {
  const page = opener.page()
  await test.step(`${entry}`, async () => {
    await opener.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: entry }).press('Enter')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const menu = (page: Page) => page.getByRole('menu')
const listbox = (page: Page) => page.getByRole('listbox')

test('layers of the top bar and the list return the focus [DESIGN-13]', async ({ stranger, desk }) => {
  await stranger().text('Where does the focus go?')
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  const account = button(page, /account menu$/)
  await returnsTo(account, menu(page))
  await returnsFromEntry(account, /Keyboard shortcuts/, dialog(page, 'Keyboard shortcuts'))
  await returnsTo(button(page, /switch organization$/), menu(page))
  await returnsTo(button(page, /about the connection$/), dialog(page, 'Connection'))
  const bell = button(page, /^Notifications/)
  await returnsTo(bell, dialog(page, 'Notifications'))
  await test.step('notification settings', async () => {
    await bell.press('Enter')
    await button(page, 'Notification settings').press('Enter')
    await expect(dialog(page, 'Notification settings')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(layers(page)).toHaveCount(0)
    await expect(bell).toBeFocused()
  })

  await returnsTo(button(page, /^Status: /), listbox(page))
  await returnsTo(button(page, /^Order: /), menu(page))
  await returnsTo(button(page, 'More views'), menu(page))

  const link = row(page, 'Where does the focus go?').getByRole('link')
  await walkTo(page, 'Where does the focus go?')
  await returnsTo(link, dialog(page, 'Keyboard shortcuts'), { key: '?' })
  await returnsTo(link, page.getByRole('combobox', { name: /^Go to/ }), { key: 'Control+k' })
  await returnsTo(link, menu(page), { key: 'Shift+F10' })
  await test.step('new message', async () => {
    await link.focus()
    await page.keyboard.press('c')
    await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused()
    // The first Escape closes the list of patients.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(layers(page)).toHaveCount(0)
    await expect(link).toBeFocused()
  })

  await page.keyboard.press('x')
  const bar = page.getByRole('toolbar', { name: 'Selected conversations' })
  await returnsTo(button(bar, 'Assign'), menu(page))
  await returnsTo(button(bar, 'Set the request type'), menu(page))
  await returnsTo(link, menu(page), { key: 'a' })
  await returnsTo(link, menu(page), { key: 't' })
  await test.step('the bar itself', async () => {
    await button(bar, 'Assign').focus()
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await expect(link).toBeFocused()
  })
})

test('layers of the open conversation return the focus [DESIGN-13]', async ({ stranger, desk }) => {
  await stranger().text('And in a conversation?')
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await row(page, 'And in a conversation?').click()
  await expect(messages(page)).toContainText('And in a conversation?')
  const link = row(page, 'And in a conversation?').getByRole('link')
  const pane = page.getByRole('region', { name: 'Conversation', exact: true })

  await returnsTo(button(pane, /^Assigned to: /), listbox(page))
  await returnsTo(link, listbox(page), { key: 'a' })
  await returnsTo(link, listbox(page), { key: 't' })
  await returnsTo(messages(page), listbox(page), { key: 'a' })
  await returnsTo(button(page, /^Request: /), listbox(page))
  const snooze = button(pane, 'Snooze')
  await returnsTo(snooze, menu(page))
  await returnsFromEntry(snooze, /Pick a time/, dialog(page, 'Snooze'))
  const more = button(pane, 'More actions')
  await returnsTo(more, menu(page))
  await returnsFromEntry(more, /Assign to a patient/, dialog(page, 'Assign to a patient'))
  await returnsFromEntry(more, /^Block/, page.getByRole('alertdialog', { name: /^Block/ }))
  await returnsTo(button(pane, 'Close with another status'), menu(page))

  const canned = button(pane, 'Canned messages')
  await test.step('canned messages', async () => {
    await canned.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('searchbox', { name: 'Search canned messages' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(listbox(page)).toHaveCount(0)
    // The list belongs to the box, where a chosen message goes.
    await expect(composer(page)).toBeFocused()
    await canned.press('Enter')
    await button(page, 'Add or edit').press('Enter')
    await expect(dialog(page, 'Canned messages')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(layers(page)).toHaveCount(0)
    await expect(composer(page)).toBeFocused()
  })
  await test.step('typed lists', async () => {
    await composer(page).fill('')
    await composer(page).press('/')
    await expect(listbox(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(listbox(page)).toHaveCount(0)
    await expect(composer(page)).toBeFocused()
  })
  await composer(page).fill('See you tomorrow')
  const later = button(pane, 'Send later')
  await returnsTo(later, menu(page))
  await returnsFromEntry(later, /Choose a time/, dialog(page, 'Send later'))
})

test('drawer of the patient and sheets of a phone return the focus [DESIGN-13]', async ({ stranger, desk }) => {
  await stranger().text('And on a smaller screen?')
  for (const width of [1100, 390]) {
    const { page } = await desk('lena@demo.test', '/inbox', { viewport: { width, height: 800 } })
    await isLive(page)
    await row(page, 'And on a smaller screen?').click()
    await expect(messages(page)).toContainText('And on a smaller screen?')
    const details = button(page, 'Patient details')
    await returnsTo(details, dialog(page, 'Patient details'))
    await returnsTo(messages(page), dialog(page, 'Patient details'), { key: 'i' })
    await returnsFromEntry(button(page, 'More actions'), /Assign to a patient/, dialog(page, 'Assign to a patient'))
  }
})

test('dialogs of the settings return the focus [DESIGN-13]', async ({ desk }) => {
  const { page } = await desk('dana@demo.test', '/settings/members')
  await returnsTo(
    page.getByRole('button', { name: /^Remove / }).first(),
    page.getByRole('alertdialog', { name: /^Remove / }),
  )
  await page.goto('/settings/sessions')
  await returnsTo(button(page, /^Sign out everywhere/), page.getByRole('alertdialog'))
  await page.goto('/settings/security')
  await returnsTo(button(page, /^Set up/), page.getByRole('dialog'))
})
