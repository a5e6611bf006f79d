/** Types hostile text into every field that a person can fill in; it is shown as text, and no script runs. */
import type { Page } from '@playwright/test'
import { signIn } from '../support/member.ts'
import { phone } from '../support/phone.ts'
import { visit } from '../support/visitor.ts'
import { CLINIC_NUMBERS } from '../support/world.ts'
import {
  composer,
  expect,
  isLive,
  messages,
  nothingSticksOut,
  openConversation,
  recordNotifications,
  row,
  saysDue,
  screenDay,
  send,
  test,
  told,
} from './fixtures.ts'

const MARKUP = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>'
/** Reverses the text direction, and contains invisible characters. */
const TURNED = '\u202Egpj.exe \u200B\u200D\u2067 مرحبا 李雷'
const SCHEME = 'javascript:window.ran=1 data:text/html,<script>window.ran=1</script>'
const HOSTILE = `${MARKUP} ${TURNED} ${SCHEME}`
const FIRST_NAME = `<b onclick=window.ran=1>${'Längster'.repeat(9)}</b>`.slice(0, 100)
/** A canned message with the first word of that name filled in. */
const FILLED = `${HOSTILE} <b`
const LAST_NAME = `${TURNED}${'محمد'.repeat(20)}`.slice(0, 100)
const SMALL = { viewport: { width: 390, height: 844 } }

const details = (page: Page) => page.getByRole('complementary', { name: 'Patient details' })
const history = (page: Page) => page.getByRole('list', { name: 'History' })

/** Expects that everything on the screen is text: no element and no script URL was created, and no script ran. */
async function isText(page: Page): Promise<void> {
  const made = await page.evaluate(() => ({
    ran: 'ran' in window,
    elements: document.querySelectorAll('img[src="x"], body script:not([src]), b[onclick], [onerror], [onclick]')
      .length,
    addresses: [...document.querySelectorAll('[href], [src], [action]')]
      .map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? one.getAttribute('action') ?? '')
      .filter((address) => /^\s*(javascript|data:text|vbscript)/i.test(address)),
    title: document.title.replace(/\d+/, 'n'),
  }))
  expect(made).toEqual({ ran: false, elements: 0, addresses: [], title: expect.stringMatching(/^(\(n\) )?Inbox$/) })
  await nothingSticksOut(page)
}

/** Builds the longest allowed text: words, links and emoji, in both directions. */
function longText(): string {
  const part = 'See https://example.org/a/way/that/never/ends?of=it&and=more 👩‍⚕️🏥 اكتب لنا. '
  const text = part.repeat(Math.floor(1600 / part.length))
  return text + 'W'.repeat(1600 - text.length)
}

test('hostile texts, notes and file names are shown as text in the list and the thread, on desktop and phone [SEC-10] [INBOX-01] [INBOX-03] [INBOX-16]', async ({
  stranger,
  desk,
}) => {
  const lena = (await desk('lena@demo.test')).page
  const dana = (await desk('dana@demo.test', '/inbox', SMALL)).page
  for (const page of [lena, dana]) await isLive(page)
  const patient = stranger()
  const long = longText()
  await patient.text(long)
  await expect(row(dana, 'See https://example.org/a/way')).toBeVisible()
  await patient.text(HOSTILE)
  for (const page of [lena, dana]) await expect(row(page, HOSTILE)).toBeVisible()
  await isText(dana)

  await openConversation(lena, HOSTILE)
  await expect(messages(lena)).toContainText(long)
  await expect(messages(lena).getByRole('link', { name: 'https://example.org' }).first()).toHaveAttribute(
    'href',
    'https://example.org/a/way/that/never/ends?of=it&and=more',
  )
  await send(lena, `${HOSTILE} answered`)
  await expect.poll(() => patient.received()).toEqual([`${HOSTILE} answered`])

  await lena.getByRole('tab', { name: 'Internal note' }).click()
  await composer(lena).fill(`${HOSTILE} @<img`)
  await isText(lena)
  await composer(lena).fill(`${HOSTILE} @Dan`)
  await lena.getByRole('option', { name: 'Dana Whitfield' }).click()
  const name = `${MARKUP.replaceAll('"', "'")}\u202Egpj.${'long'.repeat(60)}.csv`
  await lena
    .getByLabel('Files to attach')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from('name,day\nRosalind,Monday\n') })
  await expect(lena.getByRole('list', { name: 'Attached files' })).toContainText("onerror='window.ran=1'")
  await isText(lena)
  await lena.getByRole('button', { name: 'Save note' }).click()
  await expect(messages(lena).getByRole('button', { name: /^Download .*csv/ })).toBeVisible()
  await isText(lena)

  await dana.getByRole('tab', { name: /^Mentions ?\d+/ }).click()
  await expect(dana.getByRole('list', { name: 'Mentions' })).toContainText(MARKUP)
  await isText(dana)
  await dana.getByRole('list', { name: 'Mentions' }).getByRole('link').first().click()
  for (const words of [HOSTILE, `${HOSTILE} answered`, long, '@Dana Whitfield'])
    await expect(messages(dana)).toContainText(words)
  await isText(dana)
  await dana.getByRole('button', { name: 'Patient details' }).click()
  const dialog = dana.getByRole('dialog', { name: 'Patient details' })
  await dialog.getByRole('tab', { name: 'Files' }).click()
  await expect(dialog.getByRole('button', { name: /^Download .*csv/ })).toBeVisible()
  await isText(dana)
})

test('hostile names, canned messages, searches and scheduled texts are shown as text everywhere [SEC-10] [INBOX-04] [INBOX-15] [INBOX-17] [CALL-INBOX-27]', async ({
  stranger,
  desk,
}) => {
  const lena = (await desk('lena@demo.test')).page
  const dana = (await desk('dana@demo.test', '/inbox', SMALL)).page
  for (const page of [lena, dana]) await isLive(page)
  const patient = stranger()
  await patient.text('Am I in your files?')
  await openConversation(lena, 'Am I in your files?')

  await details(lena).getByRole('button', { name: 'Assign to a patient' }).click()
  const assign = lena.getByRole('dialog', { name: 'Assign to a patient' })
  await assign.getByRole('searchbox', { name: 'Find a patient' }).fill(MARKUP)
  await expect(assign).toContainText(MARKUP)
  await isText(lena)
  await assign.getByRole('button', { name: 'New patient' }).click()
  await assign.getByLabel('First name').fill('<i>'.repeat(100))
  await assign.getByLabel('Last name').fill(LAST_NAME)
  await assign.getByLabel('Birth date').fill('1985-12-10')
  await assign.getByLabel('MRN').fill('<script>window.ran=1</script>')
  await assign.getByRole('button', { name: 'Add and assign' }).click()
  await expect(assign).toContainText('At most 100 characters')
  await assign.getByLabel('First name').fill(FIRST_NAME)
  await assign.getByRole('button', { name: 'Add and assign' }).click()
  // The name does not reorder the sentence around it.
  await told(lena, FIRST_NAME, '\u2069 is a patient now')
  await expect(assign).toHaveCount(0)
  await isText(lena)
  for (const page of [lena, dana]) await expect(row(page, FIRST_NAME)).toContainText('محمد')
  await isText(dana)
  await expect(details(lena)).toContainText('<script>window.ran=1</script>')
  await details(lena).getByRole('tab', { name: 'History' }).click()
  await expect(history(lena)).toContainText(FIRST_NAME)
  await isText(lena)

  await row(dana, FIRST_NAME).click()
  await expect(messages(dana)).toContainText('Am I in your files?')
  await isText(dana)
  await dana.getByRole('button', { name: 'Patient details' }).click()
  await expect(dana.getByRole('dialog', { name: 'Patient details' })).toContainText(FIRST_NAME)
  await isText(dana)
  await dana.getByRole('dialog').getByRole('tab', { name: 'History' }).click()
  await expect(history(dana)).toContainText(FIRST_NAME)
  await isText(dana)
  await dana.keyboard.press('Escape')

  // A canned message, from its creation to the patient's phone.
  const title = `<img src=x onerror=window.ran=1> \u202E${'wide'.repeat(10)}`
  await lena.getByRole('button', { name: 'Canned messages' }).click()
  await lena.getByRole('button', { name: 'Add or edit' }).click()
  await lena.getByRole('button', { name: 'Add canned message' }).click()
  await lena.getByRole('textbox', { name: 'Title' }).fill(title)
  await lena.getByRole('textbox', { name: 'Text' }).fill(`${HOSTILE} {{firstName}}`)
  await lena.getByRole('button', { name: 'Save', exact: true }).click()
  await told(lena, 'Canned message saved')
  await expect(lena.getByRole('dialog')).toContainText(HOSTILE)
  await isText(lena)
  await lena.getByRole('button', { name: 'Close', exact: true }).last().click()
  await composer(lena).fill('/<img')
  await expect(lena.getByRole('option', { name: '<img src=x' })).toBeVisible()
  await isText(lena)
  await composer(lena).press('Enter')
  await expect(composer(lena)).toHaveValue(FILLED)
  await lena.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => patient.received()).toEqual([FILLED])
  await composer(dana).fill('/<img')
  await expect(dana.getByRole('option', { name: '<img src=x' })).toBeVisible()
  await isText(dana)
  await composer(dana).fill('')

  // A scheduled text.
  const since = screenDay()
  await composer(lena).fill(HOSTILE)
  await lena.getByRole('button', { name: 'Send later' }).click()
  await lena.getByRole('menuitem', { name: /Tomorrow/ }).click()
  for (const page of [lena, dana]) {
    await saysDue(messages(page), {
      since,
      tomorrow: /window\.ran.*Goes out tomorrow/,
      today: /window\.ran.*Goes out today/,
    })
  }
  await messages(lena).getByRole('button', { name: 'Edit' }).click()
  await expect(lena.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue(HOSTILE)
  await isText(lena)
  await lena.keyboard.press('Escape')
  await isText(dana)
  await lena.getByRole('button', { name: 'Snooze', exact: true }).click()
  await lena.getByRole('menuitem', { name: 'Pick a time…' }).click()
  await lena.getByRole('combobox', { name: 'Time' }).fill(MARKUP)
  await lena.getByRole('button', { name: 'Snooze', exact: true }).last().click()
  await expect(lena.getByText('Time must be HH:MM')).toBeVisible()
  await isText(lena)
  await lena.keyboard.press('Escape')

  // The searches: in the list, in messages, in the command bar, for a new message.
  const search = lena.getByRole('searchbox', { name: 'Search conversations' })
  await search.fill(MARKUP)
  await search.press('Enter')
  await told(lena, 'Error! wrong format')
  await lena.getByRole('button', { name: 'In messages' }).click()
  await expect(lena.getByRole('list', { name: 'Found messages' })).toContainText('<script>window.ran=1</script>')
  await isText(lena)
  await lena.getByRole('searchbox', { name: 'Search in messages' }).fill(`${MARKUP} nobody wrote`)
  await lena.keyboard.press('Enter')
  await expect(lena.getByText(`No message has “${MARKUP} nobody wrote”`)).toBeVisible()
  await isText(lena)
  await lena.keyboard.press('Control+k')
  await lena.getByRole('combobox', { name: 'Go to a patient, conversation or page' }).fill(`${MARKUP} nobody`)
  await expect(lena.getByText(`Nothing matches “${MARKUP} nobody”`)).toBeVisible()
  await isText(lena)
  await lena.getByRole('combobox', { name: 'Go to a patient, conversation or page' }).fill('Längster')
  await expect(lena.getByRole('option').filter({ hasText: FIRST_NAME }).first()).toBeVisible()
  await isText(lena)
  await lena.keyboard.press('Escape')
  await lena.getByRole('button', { name: 'New message' }).click()
  const writing = lena.getByRole('dialog', { name: 'New message' })
  await writing.getByRole('combobox', { name: 'To' }).fill('Längster')
  await expect(writing.getByRole('option').filter({ hasText: FIRST_NAME })).toBeVisible()
  await writing.getByRole('option').first().click()
  await writing.getByRole('textbox', { name: 'Message' }).fill(HOSTILE)
  await isText(lena)
})

test('hostile e-mails, chats and notifications are shown as text [SEC-10] [NOTIF-01] [INBOX-02]', async ({
  world,
  desk,
  visitor,
}) => {
  const member = await signIn(world.url, 'lena@demo.test')
  const wished = await member.call('notificationPreferences', { query: { organizationId: 'org_cedar' } })
  const wishes = { organizationId: 'org_cedar', sound: false, quiet: null }
  await member.call('saveNotificationPreferences', { body: { ...wishes, scope: 'organization', showText: true } })
  // A page that reads no notification preferences, so that the recorder is installed before the inbox reads them.
  const lena = await desk('lena@demo.test', '/sandbox/mail.html')
  const shown = await recordNotifications(lena.context)
  // The whole path, because a chunk of the page's code has nearly the same name.
  const read = lena.page.waitForResponse(
    (answer) => answer.url().includes('/api/inbox/notification-preferences') && answer.ok(),
  )
  await lena.page.goto('/inbox')
  await (await read).finished()
  await isLive(lena.page)

  // A chat visitor has no name, only a message.
  const said = `A visitor: ${HOSTILE}`
  await (await visit(world.url, 'org_cedar')).say(said)
  // Checked before the conversation is opened, because an open one causes no notification. The body is cut off, so only
  // its start is compared.
  await expect.poll(() => shown.map(({ body }) => body.slice(0, 100))).toContain(said.slice(0, 100))
  await openConversation(lena.page, said)
  await isText(lena.page)
  await member.call('saveNotificationPreferences', { body: { organizationId: 'org_cedar', ...wished.data } })

  const aisha = phone(world.url, '+15125550128', CLINIC_NUMBERS.org_cedar)
  await aisha.text('Write me a mail, please')
  await openConversation(lena.page, 'Write me a mail, please')
  await details(lena.page).getByRole('button', { name: 'Send email' }).click()
  const dialog = lena.page.getByRole('dialog', { name: 'Send email' })
  const subject = `${MARKUP} \u202Egpj`
  await dialog.getByLabel('Subject').fill(subject)
  await dialog.getByLabel('Message').fill(HOSTILE)
  await isText(lena.page)
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await told(lena.page, 'E-mail to Aisha Mahmoud is on its way')
  await details(lena.page).getByRole('tab', { name: 'History' }).click()
  await expect(history(lena.page)).toContainText('The e-mail was sent')
  await details(lena.page)
    .getByRole('button', { name: /^Read the e-mail/ })
    .first()
    .click()
  const reader = lena.page.getByRole('dialog', { name: 'E-mail' })
  await expect(reader).toContainText(subject)
  await expect(reader).toContainText(HOSTILE)
  await isText(lena.page)
  const mailbox = (await visitor('/sandbox/mail.html')).page
  await expect(mailbox.getByRole('article').filter({ hasText: subject })).toContainText(HOSTILE)
  expect(await mailbox.evaluate(() => 'ran' in window)).toBe(false)

  const dana = (await desk('dana@demo.test', '/inbox', SMALL)).page
  await row(dana, HOSTILE).first().click()
  await expect(messages(dana)).toContainText(HOSTILE)
  await isText(dana)
})
