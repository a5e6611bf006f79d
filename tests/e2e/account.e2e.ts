/** The life of an account: a user is invited by mail, changes their own account, and is removed by an admin. */
import type { Page } from '@playwright/test'
import { oneTimeCode } from '../support/one-time-code.ts'
import {
  assign,
  choose,
  composer,
  type Desk,
  expect,
  isLive,
  messages,
  openConversation,
  row,
  test,
  toasts,
  told,
} from './fixtures.ts'
import { mailedLink, newcomer } from './newcomer.ts'
import { violationsOf } from './violations.ts'

/** The browser logs each of these answers: an ended session or link, a wrong code or password. */
const REFUSED = /401|410|422/
const PASSWORD = 'a lamp over seven doors'

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function enter(page: Page, email: string, password = PASSWORD): Promise<void> {
  await fillIn(page, email, password)
  // The page is looked at first, because a look at the address alone asks no busy sign-in again.
  await isLive(page)
  await expect(page).toHaveURL(/\/inbox/)
}

const setting = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name })

async function goTo(page: Page, name: string): Promise<void> {
  await setting(page, name).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  await expect(page).toHaveTitle(new RegExp(name))
}

test('invited user joins by mail; another role and a removal empty the screen [OPEN-044]', async ({
  world,
  desk,
  visitor,
  allowConsole,
}) => {
  allowConsole(REFUSED)
  const email = 'robin.ode@demo.test'
  const { page: ana } = await desk('ana@demo.test', '/inbox')
  await isLive(ana)
  await ana.getByRole('button', { name: /account menu$/ }).click()
  await ana.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(ana).toHaveURL(/\/settings\/profile$/)
  await goTo(ana, 'Members')
  const form = ana.getByRole('form', { name: 'Invite someone' })
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Send invitation' }).click()
  const open = ana.getByRole('list', { name: 'Open invitations' })
  await expect(open).toContainText(email)
  expect(await violationsOf(ana)).toEqual([])

  const { page } = await visitor(await mailedLink(world, email, '/invitation'))
  await expect(page.getByRole('heading', { name: 'Join Cedar Ridge Medical Group' })).toBeVisible()
  await expect(page).toHaveURL(/\/invitation$/)
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Your name').fill('Robin Ode')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create the account and join' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await enter(page, email)
  await page.goto('/settings/members')
  await expect(page.getByText('This is for admins')).toBeVisible()
  await expect(setting(page, 'Audit')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Members' })).toHaveCount(0)

  await ana.reload()
  const members = ana.getByRole('table', { name: 'Members' })
  await expect(members).toContainText('Robin Ode')
  await choose(ana, 'Role of Robin Ode', 'Supervisor')
  await ana.getByRole('alertdialog').getByRole('button', { name: 'Make a supervisor' }).click()
  await told(ana, 'Robin Ode is a supervisor now')
  await expect(page).toHaveURL(/\/sign-in/)
  await fillIn(page, email, PASSWORD)
  await expect(page.getByText('This is for admins')).toBeVisible()

  await page.goto('/inbox')
  await isLive(page)
  await ana.getByRole('button', { name: 'Remove Robin Ode' }).click()
  await ana.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByRole('list', { name: 'Conversations' })).toHaveCount(0)
  await expect(members).not.toContainText('Robin Ode')

  await goTo(ana, 'Audit')
  const audit = ana.getByRole('table', { name: 'Audit' }).locator('tbody')
  await expect(audit.getByRole('row').filter({ hasText: 'Ana Reyes removed a member' }).first()).toContainText('Done')
  const others = audit.getByRole('row').filter({ hasNotText: 'Ana Reyes' })
  await expect(others.first()).toBeVisible()
  await choose(ana, 'Person', 'Ana Reyes')
  await expect(others).toHaveCount(0)
  await expect(audit.getByRole('row').first()).toContainText('Ana Reyes')
  // Waits for the toast to disappear, because a fading element has no contrast.
  await expect(toasts(ana)).toHaveText('')
  expect(await violationsOf(ana)).toEqual([])
})

test('changed password ends the other sessions but not this one; a mailed link resets a forgotten one, once', async ({
  world,
  visitor,
  allowConsole,
}) => {
  allowConsole(REFUSED)
  const email = 'kit.marlow@demo.test'
  await newcomer(world, { email, name: 'Kit Marlow', password: PASSWORD })
  const [here, there] = [await visitor('/sign-in'), await visitor('/sign-in')]
  for (const { page } of [here, there]) await enter(page, email)
  const { page } = here
  await page.goto('/settings/sessions')
  const sessions = page.getByRole('list', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  expect(await violationsOf(page)).toEqual([])

  await goTo(page, 'Security')
  const form = page.getByRole('form', { name: 'Password' })
  const change = async (current: string, next: string) => {
    await form.getByLabel('Current password').fill(current)
    await form.getByLabel('New password').fill(next)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  await change('not the password', 'another lamp over doors')
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await expect(form.getByLabel('Current password')).toBeFocused()
  await change(PASSWORD, 'another lamp over doors')
  await told(page, 'Password changed')
  await expect(there.page).toHaveURL(/\/sign-in/)
  await goTo(page, 'Sessions')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await isLive(page)
  await goTo(page, 'Profile')
  await page.getByLabel('Name').fill('Kit M. Marlow')
  await page.getByRole('button', { name: 'Save' }).click()
  await told(page, 'Name saved')
  await expect(page.getByRole('button', { name: 'Kit M. Marlow, account menu' })).toBeVisible()
  // Waits for the toast to disappear, because a fading element is not meant to be read.
  await expect(toasts(page)).toHaveText('')
  expect(await violationsOf(page)).toEqual([])

  const lost = there.page
  await lost.goto('/sign-in')
  await lost.getByRole('link', { name: 'Forgot password' }).click()
  // The page before this one also has an e-mail field.
  await expect(lost.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await lost.getByLabel('Email').fill(email)
  expect(await violationsOf(lost)).toEqual([])
  await lost.getByRole('button', { name: 'Send the link' }).click()
  await expect(lost.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  const link = await mailedLink(world, email, '/reset-password')
  await lost.goto(link)
  await expect(lost).toHaveURL(/\/reset-password$/)
  await lost.getByLabel('New password').fill('a third lamp over doors')
  expect(await violationsOf(lost)).toEqual([])
  await lost.getByRole('button', { name: 'Set the password' }).click()
  await expect(lost.getByRole('heading', { name: 'Your password is set' })).toBeFocused()
  await expect(page).toHaveURL(/\/sign-in/)
  await lost.getByRole('link', { name: 'Sign in' }).click()
  await enter(lost, email, 'a third lamp over doors')
  await lost.goto(link)
  await expect(lost.getByRole('heading', { name: 'This link no longer works' })).toBeFocused()
  await expect(lost.getByLabel('New password')).toHaveCount(0)
})

test('second factor is set up by its key and required at sign-in; a recovery code replaces it, once', async ({
  world,
  visitor,
  allowConsole,
}) => {
  allowConsole(REFUSED)
  const email = 'noor.haddad@demo.test'
  await newcomer(world, { email, name: 'Noor Haddad', password: PASSWORD })
  const { page, context }: Desk = await visitor('/sign-in?returnTo=/settings/security')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await fillIn(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Set up' }).click()
  const drawer = page.getByRole('dialog', { name: 'Set up a second factor' })
  await drawer.getByLabel('Your password').fill(PASSWORD)
  await drawer.getByRole('button', { name: 'Continue' }).click()
  await expect(drawer.getByRole('img', { name: /key for your app/ })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Copy the key' }).click()
  await expect(drawer.getByRole('button', { name: 'Copied' })).toBeVisible()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  const spent = oneTimeCode(secret)
  await drawer.getByLabel('Code').fill(spent)
  await drawer.getByRole('button', { name: 'Turn it on' }).click()
  const kept = drawer.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(kept.first()).toBeVisible()
  const codes = await kept.allTextContents()
  expect(codes.length).toBeGreaterThan(5)
  expect(await violationsOf(page)).toEqual([])
  await drawer.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText(`${codes.length} recovery codes are left.`)).toBeVisible()
  await isLive(page)

  const other = (await visitor('/sign-in')).page
  await fillIn(other, email, PASSWORD)
  await expect(other.getByLabel('Code')).toBeFocused()
  expect(await violationsOf(other)).toEqual([])
  await other.getByLabel('Code').fill(spent)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByRole('alert')).toContainText('used already')
  await other.getByLabel('Code').fill(oneTimeCode(secret, 1))
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other).toHaveURL(/\/inbox/)

  const recover = async (code: string) => {
    const { page: third } = await visitor('/sign-in')
    await fillIn(third, email, PASSWORD)
    await third.getByRole('button', { name: 'Use a recovery code' }).click()
    await third.getByLabel('Recovery code').fill(code)
    await third.getByRole('button', { name: 'Sign in' }).click()
    return third
  }
  const [first = ''] = codes
  await expect(await recover(first)).toHaveURL(/\/inbox/)
  await expect((await recover(first)).getByRole('alert')).toBeVisible()
  await page.reload()
  await expect(page.getByText(`${codes.length - 1} recovery codes are left.`)).toBeVisible()
})

test('open conversation shows the new name of its assignee and note writer when that colleague takes another name', async ({
  world,
  stranger,
  desk,
  visitor,
}) => {
  const email = 'remy.vale@demo.test'
  await newcomer(world, { email, name: 'Remy Vale', password: PASSWORD })
  const lena = await desk('lena@demo.test')
  const { page: remy } = await visitor('/sign-in')
  await enter(remy, email)
  await isLive(lena.page)

  const question = 'Does the clinic have my referral?'
  await stranger().text(question)
  await openConversation(remy, question)
  await remy.getByRole('tab', { name: 'Internal note' }).click()
  await composer(remy).fill('The referral is in the folder')
  await remy.getByRole('button', { name: 'Save note' }).click()
  await expect(messages(remy)).toContainText('The referral is in the folder')
  const shown = row(lena.page, 'The referral is in the folder')
  await shown.click()
  await assign(lena.page, 'Remy Vale')
  await expect(shown).toContainText('Remy, note: ')
  await expect(messages(lena.page)).toContainText('Remy · ')
  await expect(lena.page.getByRole('button', { name: 'Assigned to: Remy Vale' })).toBeVisible()

  let loads = 0
  lena.page.on('load', () => {
    loads += 1
  })
  await remy.goto('/settings/profile')
  await remy.getByLabel('Name').fill('Juno Vale')
  await remy.getByRole('button', { name: 'Save' }).click()
  await told(remy, 'Name saved')

  await expect(shown).toContainText('Juno, note: ')
  await expect(messages(lena.page)).toContainText('Juno · ')
  await expect(lena.page.getByRole('button', { name: 'Assigned to: Juno Vale' })).toBeVisible()
  for (const place of [shown, messages(lena.page)]) await expect(place).not.toContainText('Remy')
  expect(loads).toBe(0)
  expect(lena.heard.some((frame) => frame.includes('staff.changed'))).toBe(true)
})
