/** Teams: admins change them, conversations belong to them, and an assignment says why. */
import type { Page } from '@playwright/test'
import { assign, composer, expect, isLive, messages, openConversation, row, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const picker = (page: Page) => page.getByRole('dialog', { name: 'Assign' })
const option = (page: Page, name: string) => picker(page).getByRole('option', { name: new RegExp(`^${name}`) })
const team = (page: Page, name: string) => page.getByRole('table', { name: 'Teams' }).getByRole('row', { name })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected conversations' })

test('by keyboard alone a conversation is assigned with a reason, and the colleague reads it in the notice [INBOX-06] [STATE-30]', async ({
  stranger,
  desk,
}) => {
  const question = 'Who speaks sign language?'
  await stranger().text(question)
  const [lena, dana] = [await desk('lena@demo.test'), await desk('dana@demo.test')]
  for (const { page } of [lena, dana]) await isLive(page)
  const { page } = lena
  await openConversation(page, question)
  await row(page, question).getByRole('link').focus()
  await page.keyboard.press('a')
  const search = picker(page).getByRole('combobox', { name: 'Search colleagues and teams' })
  await expect(search).toBeFocused()
  await expect(picker(page).getByRole('option').first()).toContainText('You')
  await expect(option(page, 'Dana Whitfield')).toContainText(/here.*open/)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(picker(page)).toHaveCount(0)
  await expect(row(page, question).getByRole('link')).toBeFocused()

  await page.keyboard.press('a')
  await expect(search).toBeFocused()
  await page.keyboard.type('whit')
  await expect(picker(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.type('You know the interpreter.')
  await expect(picker(page).getByRole('button', { name: 'Assign to Dana Whitfield, with the note' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  // The event may reach Dana long before the answer reaches Lena, and a notification leaves after seconds.
  await Promise.all([
    told(page, 'Assigned to Dana Whitfield'),
    told(dana.page, 'Lena Kim assigned this conversation to you'),
  ])
  await expect(messages(page)).toContainText('You know the interpreter.')
  await expect(row(dana.page, 'You know the interpreter.')).toBeVisible()
  await dana.page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(dana.page.getByText('You know the interpreter.').first()).toBeVisible()
})

test('a conversation of a team shows it on all screens, its undo takes it back, and the history says so', async ({
  stranger,
  desk,
}) => {
  const question = 'Why was I charged twice?'
  await stranger().text(question)
  const [lena, dana] = [await desk('lena@demo.test'), await desk('dana@demo.test')]
  for (const { page } of [lena, dana]) await isLive(page)
  await openConversation(lena.page, question)
  await assign(lena.page, 'Billing')
  await told(lena.page, 'Given to Billing')
  await expect(row(dana.page, question)).toContainText('Billing')
  await expect(row(dana.page, question)).not.toContainText('Unassigned')
  await expect(lena.page.getByRole('button', { name: 'Assigned to: Billing (team)' })).toBeVisible()
  await lena.page.keyboard.press('z')
  await expect(row(dana.page, question)).toContainText('Unassigned')

  await assign(lena.page, 'Billing')
  await assign(lena.page, 'You')
  await expect(lena.page.getByRole('button', { name: 'Assigned to: You, Billing (team)' })).toBeVisible()
  await lena.page.getByRole('tab', { name: 'History' }).click()
  await expect(lena.page.getByRole('list', { name: 'History' })).toContainText('You gave it to the team')
})

test('an admin adds, changes and removes a team, and other screens follow at once', async ({ stranger, desk }) => {
  const question = 'Is the vaccine clinic on Sunday?'
  await stranger().text(question)
  const [ana, lena] = [
    await desk('ana@demo.test', '/settings/teams?organizationId=org_cedar'),
    await desk('lena@demo.test'),
  ]
  await isLive(lena.page)
  const { page } = ana
  await expect(team(page, 'Front desk')).toContainText('Lena Kim')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Add a team' }).click()
  const form = page.getByRole('form', { name: 'Add a team' })
  await form.getByRole('button', { name: 'Add the team' }).click()
  await expect(form).toContainText('Enter a name')
  await form.getByLabel('Name').fill('front desk')
  await form.getByRole('button', { name: 'Add the team' }).click()
  await expect(form).toContainText('Another team has this name')
  await form.getByLabel('Name').fill('Vaccines')
  await form.getByRole('checkbox', { name: 'Lena Kim' }).check()
  expect(await violationsOf(page)).toEqual([])
  await form.getByRole('button', { name: 'Add the team' }).click()
  await expect(team(page, 'Vaccines')).toContainText('Lena Kim')

  await openConversation(lena.page, question)
  await assign(lena.page, 'Vaccines')
  // The row shows the team before the server has it, and the question before the removal counts what the server has.
  await told(lena.page, 'Given to Vaccines')
  await expect(row(lena.page, question)).toContainText('Vaccines')

  await page.getByRole('button', { name: 'Change Vaccines' }).click()
  const change = page.getByRole('form', { name: 'Change Vaccines' })
  await change.getByLabel('Name').fill('Vaccination')
  await change.getByRole('checkbox', { name: 'Sam Ortiz' }).check()
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(team(page, 'Vaccination')).toContainText('Lena Kim, Sam Ortiz')
  await expect(row(lena.page, question)).toContainText('Vaccination')

  await page.getByRole('button', { name: 'Remove Vaccination' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Its open conversation stays, without a team.')
  await dialog.getByRole('button', { name: 'Remove the team' }).click()
  await expect(team(page, 'Vaccination')).toHaveCount(0)
  await expect(row(lena.page, question)).toContainText('Unassigned')
})

test('settings of teams are for admins', async ({ desk }) => {
  const { page } = await desk('lena@demo.test', '/settings/teams')
  await expect(page.getByText('This is for admins')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Teams' })).toHaveCount(0)
})

test('the bulk bar snoozes, says which are closed, gives to a team and closes with a status, by keyboard', async ({
  stranger,
  desk,
}) => {
  const questions = ['Do I need a wristband?', 'Do I need a raincoat?'] as const
  for (const question of questions) await stranger().text(question)
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  // While one row has the focus, the list keeps the other one behind the pill if it comes later.
  for (const question of questions) await expect(row(page, question)).toBeVisible()
  const pick = async () => {
    for (const question of questions) {
      await row(page, question).getByRole('link').focus()
      await page.keyboard.press('x')
    }
    await expect(bar(page)).toContainText('2 selected')
  }
  const press = async (name: string, entry: string) => {
    await bar(page).getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: entry })
    await expect(item).toBeVisible()
    await expect(page.getByRole('menu')).toBeFocused()
    await page.keyboard.type(entry.slice(0, 3).toLowerCase())
    await page.keyboard.press('Enter')
  }
  await pick()
  expect(await violationsOf(page)).toEqual([])
  await press('Team of the selected ones', 'Billing')
  await told(page, 'Gave 2 conversations to Billing')
  for (const question of questions) await expect(row(page, question)).toContainText('Billing')
  await pick()
  await press('Snooze the selected ones', 'Tomorrow')
  await told(page, 'Snoozed 2 conversations')
  await page.keyboard.press('z')
  await told(page, 'Undone for 2')
  // Rows that have left before the undo come back behind the pill, because the list has the focus.
  await page.keyboard.press('.')
  for (const question of questions) await expect(row(page, question)).toBeVisible()
  await pick()
  await press('Close with another status', 'Pending')
  await told(page, 'Set 2 conversations to pending')
})

test('on a phone the list to assign and the bulk actions are sheets', async ({ stranger, desk }) => {
  const question = 'May I come without a mask?'
  await stranger().text(question)
  const { page } = await desk('lena@demo.test', '/inbox', { viewport: { width: 390, height: 844 }, touch: true })
  await isLive(page)
  // A forced check does not wait for a row that slides in.
  await row(page, question).click({ trial: true })
  await row(page, question).getByRole('checkbox').check({ force: true })
  await bar(page).getByRole('button', { name: 'Actions' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Request', exact: true }).click()
  expect(await violationsOf(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Billing' }).click()
  await told(page, 'Set 1 conversation to Billing')

  await row(page, question).click()
  await expect(composer(page)).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Assign…' }).click()
  await expect(option(page, 'You')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await picker(page).getByLabel('Say why (optional)').fill('I have time now.')
  await option(page, 'You').click()
  await expect(messages(page)).toContainText('I have time now.')
})
