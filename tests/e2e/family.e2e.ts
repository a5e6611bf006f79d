/** A family on one number: its replies turn the right visits green, and its messages are kept apart. */
import type { Page } from '@playwright/test'
import { signIn } from '../support/member.ts'
import { phone } from '../support/phone.ts'
import { CLINIC_NUMBERS } from '../support/world.ts'
import {
  composer,
  expect,
  isLive,
  messages,
  nothingSticksOut,
  openConversation,
  row,
  send,
  test,
  told,
} from './fixtures.ts'
import { violationsOf } from './violations.ts'

const WHITAKERS = '+15125550190'
const visits = (page: Page) => page.getByRole('table', { name: 'Appointments' }).locator('[data-appointment-id]')
const lane = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Whose messages' }).getByRole('tab', { name, exact: true })

test('a family’s “yes both” turns two rows green while one looks, and the bubble says so [LIST-05] [CALL-INBOX-26]', async ({
  desk,
  world,
}) => {
  const member = await signIn(world.url, 'lena@demo.test')
  const query = JSON.stringify({ search: 'Whitaker', appointmentStatus: 'unconfirmed' })
  const { data } = await member.call('appointmentList', { query: { query } as never, organizationId: 'org_cedar' })
  const day = data.list[0]?.appointmentDate ?? ''
  expect(data.list.map(({ patientName, appointmentDate }) => [patientName, appointmentDate])).toEqual([
    ['Liam Whitaker', day],
    ['Ava Whitaker', day],
  ])

  const [{ page: lena }, { page: dana }] = [await desk('lena@demo.test', '/appointments'), await desk('dana@demo.test')]
  await isLive(lena)
  await lena.getByRole('button', { name: /^Dates:/ }).click()
  await lena.getByLabel('To', { exact: true }).fill(day)
  await lena.getByLabel('From', { exact: true }).fill(day)
  await lena.keyboard.press('Escape')
  await lena.getByRole('searchbox', { name: 'Search appointments' }).fill('Whitaker')
  const row = (name: string) => visits(lena).filter({ hasText: name })
  for (const name of ['Liam Whitaker', 'Ava Whitaker']) await expect(row(name)).toContainText('Not confirmed')
  const asked: string[] = []
  lena.on('request', (request) => asked.push(new URL(request.url()).pathname))

  const theirs = phone(world.url, WHITAKERS, CLINIC_NUMBERS.org_cedar)
  await theirs.text('yes both')
  for (const name of ['Liam Whitaker', 'Ava Whitaker']) {
    await expect(row(name)).toContainText('Confirmed')
    await expect(row(name)).not.toContainText('Not confirmed')
  }
  expect(asked.filter((path) => path.includes('appointment-list'))).toEqual([])
  // One thanks for both.
  await expect
    .poll(async () => (await theirs.received()).filter((body) => /Liam/.test(body) && /Ava/.test(body)).length)
    .toBeGreaterThan(0)

  await isLive(dana)
  await dana.goto(`/inbox?conversation=${data.list[0]?.conversationId}`)
  await expect(messages(dana)).toContainText('yes both')
  await expect(messages(dana)).toContainText(/Liam: confirmed \w+ 3:30/)
  await expect(messages(dana)).toContainText(/Ava: confirmed \w+ 4:00/)
})

test('a family’s texts have lanes, a reply is filed under the one it is about, and a message moves with an undo [CALL-INBOX-08] [CALL-INBOX-26]', async ({
  desk,
  world,
}) => {
  const theirs = phone(world.url, WHITAKERS, CLINIC_NUMBERS.org_cedar)
  await theirs.text('Liam has a rash on his arm')
  await theirs.text('We also need the forms for school')
  const [{ page: lena }, { page: dana }] = [await desk('lena@demo.test'), await desk('dana@demo.test')]
  for (const page of [lena, dana]) {
    await isLive(page)
    await openConversation(page, 'We also need the forms for school')
    await expect(lane(page, 'All')).toHaveAttribute('aria-selected', 'true')
  }
  expect(await violationsOf(lena)).toEqual([])
  await lena.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(lena, { onlyColours: true })).toEqual([])

  await lane(lena, 'All').focus()
  await lena.keyboard.press('ArrowRight')
  await expect(lane(lena, 'Ava')).toBeFocused()
  await lane(lena, 'Liam').click()
  await expect(messages(lena)).toContainText('Liam has a rash')
  await expect(messages(lena)).not.toContainText('forms for school')
  await expect(lena.getByRole('button', { name: 'About: Liam' })).toBeVisible()
  await send(lena, 'Please send a picture of it.')
  await expect(messages(lena)).toContainText('Please send a picture of it.')
  await lane(dana, 'Ava').click()
  await expect(messages(dana)).not.toContainText('Please send a picture')
  await lane(dana, 'Liam').click()
  await expect(messages(dana)).toContainText('Please send a picture of it.')

  // A message is filed under another one, and the other desk sees it move.
  await lane(lena, 'Not filed').click()
  await expect(lena.getByRole('button', { name: 'Newer messages in All' })).toBeVisible()
  const forms = messages(lena).locator('[data-message-id]').filter({ hasText: 'forms for school' })
  await forms.getByRole('button', { name: 'Filed: Not filed' }).click()
  await lena.getByRole('menuitem', { name: 'Ava' }).click()
  await told(lena, 'Filed under Ava')
  await expect(messages(lena)).not.toContainText('forms for school')
  await lane(dana, 'Ava').click()
  await expect(messages(dana)).toContainText('forms for school')

  await lane(lena, 'Ava').click()
  await forms.getByRole('button', { name: 'Filed: Ava' }).click()
  await lena.getByRole('menuitem', { name: 'Liam' }).click()
  await told(lena, 'Filed under Liam')
  await expect(messages(dana)).not.toContainText('forms for school')
  await expect(messages(lena)).toBeFocused()
  await lena.keyboard.press('z')
  await expect(messages(dana)).toContainText('forms for school')
})

test('on a phone the lanes and the choice of whom a text is about fit', async ({ desk, world }) => {
  const theirs = phone(world.url, WHITAKERS, CLINIC_NUMBERS.org_cedar)
  await theirs.text('Is Ava due for a shot?')
  const { page } = await desk('lena@demo.test', '/inbox', { viewport: { width: 390, height: 844 }, touch: true })
  await isLive(page)
  await row(page, 'Is Ava due for a shot?').click()
  await expect(lane(page, 'Nora')).toBeVisible()
  await nothingSticksOut(page)
  expect(await violationsOf(page)).toEqual([])
  for (const tab of await page.getByRole('tablist', { name: 'Whose messages' }).getByRole('tab').all())
    expect((await tab.boundingBox())?.height).toBe(44)
  await page.getByRole('button', { name: 'About: Everyone' }).click()
  await page.getByRole('option', { name: 'Ava' }).click()
  await composer(page).fill('Yes, the flu shot.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await lane(page, 'Ava').click()
  await expect(messages(page)).toContainText('Yes, the flu shot.')
})
