/** An e-mail to a patient who may not be texted, from the thread to the mailbox. */
import { phone } from '../support/phone.ts'
import { CLINIC_NUMBERS } from '../support/world.ts'
import { expect, isLive, openConversation, test, told } from './fixtures.ts'
import { violationsOf } from './violations.ts'

const AISHA = '+15125550128'

test('patient who opted out gets an e-mail, and the history shows its outcome [NOTIF-01] [OPEN-082]', async ({
  desk,
  visitor,
  world,
}) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  await phone(world.url, AISHA, CLINIC_NUMBERS.org_cedar).text('Rather by mail, please')
  await openConversation(page, 'Rather by mail, please')
  await phone(world.url, AISHA, CLINIC_NUMBERS.org_cedar).text('STOP')
  await expect(page.getByText('Aisha opted out of texts')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute('href', `tel:${AISHA}`)
  const asked = page.waitForRequest('**/api/main/utils/send-notification')
  // The history may tell of earlier e-mails to her.
  const panel = page.getByRole('complementary', { name: 'Patient details' })
  await panel.getByRole('tab', { name: 'History' }).click()
  const history = panel.getByRole('list', { name: 'History' })
  await expect(history.or(panel.getByText('Nothing yet'))).toBeVisible()
  const sent = history.getByRole('listitem').filter({ hasText: /The e-mail was sent/ })
  const before = await sent.count()

  await page
    .getByRole('region', { name: 'Conversation', exact: true })
    .getByRole('button', { name: 'Send email' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Send email' })
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await expect(dialog.getByLabel('Subject')).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByLabel('Subject').fill('Your visit on Friday')
  await dialog.getByLabel('Message').fill('Please bring the new card.')
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await told(page, 'E-mail to Aisha Mahmoud is on its way')
  await expect(dialog).toHaveCount(0)
  expect((await asked).headers().organizationid).toBe('org_cedar')

  await expect(sent).toHaveCount(before + 1)
  await sent
    .first()
    .getByRole('button', { name: /^Read the e-mail/ })
    .click()
  const reader = page.getByRole('dialog', { name: 'E-mail' })
  await expect(reader).toContainText('Please bring the new card.')
  expect(await violationsOf(page)).toEqual([])

  const mailbox = await visitor('/sandbox/mail.html')
  const mail = mailbox.page.getByRole('article').filter({ hasText: 'Your visit on Friday' })
  await expect(mail).toHaveCount(1)
  await expect(mail).toContainText('To aisha.mahmoud@patients.test')
  expect(await violationsOf(mailbox.page)).toEqual([])
})
