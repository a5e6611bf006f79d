/** Notices under the bell: what colleagues and the carrier did, also while another conversation is open. */
import type { Page } from '@playwright/test'
import { signIn } from '../support/member.ts'
import { composer, expect, isLive, messages, openConversation, row, send, test, toasts, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const notices = (page: Page) => panel(page).getByRole('list', { name: 'Notices' }).getByRole('link')

/** Earlier tests left notices to these users. */
test.beforeEach(async ({ world }) => {
  for (const email of ['dana@demo.test', 'sam@demo.test']) {
    const member = await signIn(world.url, email)
    await member.call('seeNotices', { body: { organizationId: 'org_cedar' } })
  }
})

/** Writes a note that mentions the colleague. */
async function mention(page: Page, typed: string, colleague: string, words: string): Promise<void> {
  await page.getByRole('tab', { name: 'Internal note' }).click()
  await composer(page).focus()
  await page.keyboard.type(`@${typed}`)
  await page.getByRole('option', { name: colleague }).click()
  await page.keyboard.type(words)
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(messages(page)).toContainText(words)
}

test('a mention reaches a colleague in another conversation by badge, toast and list, and leaves both of their tabs when it is opened', async ({
  desk,
  stranger,
}) => {
  const [knee, garage] = [stranger(), stranger()]
  await knee.text('Who can look at my elbow?')
  await garage.text('Where is the garage?')
  const { page: dana } = await desk('dana@demo.test')
  const { page: sam, context } = await desk('sam@demo.test')
  const second = await context.newPage()
  await second.goto('/settings/profile')
  for (const page of [dana, sam, second]) await isLive(page)
  await openConversation(sam, 'Where is the garage?')
  await openConversation(dana, 'Who can look at my elbow?')

  await mention(dana, 'Sam', 'Sam Ortiz', 'can you take this one?')
  await told(sam, 'Dana Whitfield mentioned you')
  // The notification stays while the pointer is over it.
  await toasts(sam).getByRole('link', { name: 'Open' }).hover()
  for (const page of [sam, second]) await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(bell(dana)).toHaveAccessibleName(/^Notifications(?!.*unread)/)
  await expect(messages(sam)).toContainText('Where is the garage?')

  // The list shows it on a page without conversations too, and works by the keyboard.
  await bell(second).focus()
  await second.keyboard.press('Enter')
  await expect(notices(second)).toContainText(['Dana Whitfield mentioned you@Sam Ortiz can you take this one?'])
  expect(await violationsOf(second)).toEqual([])
  await second.keyboard.press('Escape')
  await expect(panel(second)).toBeHidden()
  await expect(bell(second)).toBeFocused()

  await toasts(sam).getByRole('link', { name: 'Open' }).click()
  await expect(messages(sam)).toContainText('can you take this one?')
  for (const page of [sam, second]) await expect(bell(page)).toHaveAccessibleName(/^Notifications(?!.*unread)/)

  // A second mention is no news to a tab that shows its conversation.
  await mention(dana, 'Sam', 'Sam Ortiz', 'did you call her?')
  await expect(messages(sam)).toContainText('did you call her?')
  await expect(toasts(sam)).not.toContainText('mentioned you')
  await expect(bell(sam)).toHaveAccessibleName(/^Notifications(?!.*unread)/)
})

test('assignments and failed texts are notices, and the list marks all of them as read', async ({
  desk,
  stranger,
  carrier,
}) => {
  const patient = stranger()
  await patient.text('Can I come at four?')
  const { page: lena } = await desk('lena@demo.test')
  const { page: dana } = await desk('dana@demo.test', '/inbox', { viewport: { width: 390, height: 844 }, touch: true })
  for (const page of [lena, dana]) await isLive(page)
  await openConversation(lena, 'Can I come at four?')
  await lena.getByRole('button', { name: /^Assigned to: / }).click()
  await lena.getByRole('option', { name: 'Dana Whitfield' }).click()
  await expect(bell(dana)).toHaveAccessibleName('Notifications, 1 unread')

  // A look is enough for an assignment. A text that fails stays unread, although its conversation is open.
  await row(dana, 'Can I come at four?').click()
  await expect(messages(dana)).toContainText('Can I come at four?')
  await carrier({ unreachable: [patient.number] })
  await send(dana, 'Four is fine.')
  await expect(messages(dana)).toContainText(/Four is fine\..*Not delivered/)
  await expect(toasts(dana)).not.toContainText('Your text was not delivered')
  await dana.getByRole('button', { name: 'Back to the list' }).click()
  await expect(bell(dana)).toHaveAccessibleName('Notifications, 1 unread')

  // On a phone the list fills the screen.
  await bell(dana).click()
  await expect(notices(dana).first()).toContainText('Your text was not deliveredFour is fine.')
  await expect(notices(dana).nth(1)).toContainText('Lena Kim assigned this conversation to you')
  await expect.poll(() => panel(dana).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  expect(await violationsOf(dana)).toEqual([])
  await panel(dana).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(panel(dana).getByText('unread')).toHaveCount(0)
  await panel(dana).getByRole('button', { name: 'Close' }).click()
  await expect(panel(dana)).toBeHidden()
  await expect(bell(dana)).toHaveAccessibleName(/^Notifications(?!.*unread)/)
})

test('the header shows the colleagues who are here, also on other pages, and drops them when they leave', async ({
  desk,
}) => {
  const { page: lena } = await desk('lena@demo.test')
  const { page: dana, context } = await desk('dana@demo.test', '/settings/profile')
  for (const page of [lena, dana]) await isLive(page)
  const faces = lena.getByRole('button', { name: '1 colleague is here', exact: true })
  await expect(faces).toBeVisible()
  await expect(dana.getByRole('button', { name: '1 colleague is here', exact: true })).toBeVisible()
  await faces.click()
  const panel = lena.getByRole('dialog', { name: 'Who is here' })
  await expect(panel.getByRole('listitem')).toHaveText(['DWDana WhitfieldHere'])
  expect(await violationsOf(lena)).toEqual([])
  await lena.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await context.close()
  await expect(faces).toBeHidden()
})
