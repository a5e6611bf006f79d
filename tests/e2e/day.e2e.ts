/** A day at the front desk: three staff members, five phones; at the end nothing is lost or duplicated. */
import type { Page } from '@playwright/test'
import { UNDO_MS } from '../../apps/web/src/ui/undo.rules.ts'
import { signIn } from '../support/member.ts'
import type { Phone } from '../support/phone.ts'
import {
  CUT_OFF,
  composer,
  connection,
  expect,
  isLive,
  lengthen,
  messages,
  openConversation,
  pointAway,
  row,
  saysDue,
  screenDay,
  send,
  switchTo,
  test,
  told,
  walkTo,
} from './fixtures.ts'
import { violationsOf } from './violations.ts'

const CANNED = 'Could you send a photo of the front and the back of your insurance card, please?'
const MAP = {
  name: 'map.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
}

const banner = (page: Page) => page.getByTestId('connection-banner')
const conversationOf = (page: Page) => new URL(page.url()).searchParams.get('conversation') ?? ''
/** Returns the texts of the open thread in order: received, sent, in flight and scheduled. */
const said = (page: Page) => messages(page).locator('p[dir="auto"]').allTextContents()

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
}

/** The final state of one conversation, on which the phone, the screens and the API must agree. */
interface Told {
  readonly id: string
  readonly patient: Phone
  readonly organizationId: string
  /** Texts of the patient and the clinic and notes, in order; then scheduled texts. */
  readonly thread: readonly string[]
  readonly received: readonly string[]
  readonly waiting?: readonly string[]
}

test('three staff members and five phones lose and duplicate nothing in a day [INBOX-03] [INBOX-04] [INBOX-05] [INBOX-06] [INBOX-07] [INBOX-16] [STATE-09] [OPEN-097] [DESIGN-13]', async ({
  world,
  stranger,
  desk,
  allowConsole,
}) => {
  // Requests that were running when the network went away, and the 401 of an ended session.
  allowConsole(CUT_OFF, /401/)
  const lena = (await desk('lena@demo.test')).page
  const dana = (await desk('dana@demo.test')).page
  const sam = (await desk('sam@demo.test')).page
  // The test can advance this page's clock.
  await lena.clock.install()
  await lengthen(lena.context(), UNDO_MS)
  await lena.reload()
  for (const page of [lena, dana, sam]) await isLive(page)

  const [card, way, knee, later] = [stranger(), stranger(), stranger(), stranger()]
  const lakeside = stranger('org_lakeside')
  await card.text('Do you take my new insurance?')
  await way.text('How do I find you?')
  await knee.text('Who can look at my knee?')
  await later.text('I will know on Thursday')
  for (const page of [lena, dana, sam]) await expect(row(page, 'I will know on Thursday')).toContainText('1 unread')

  // Triage by keyboard only: starred, classified, answered with a canned message.
  await walkTo(lena, 'Do you take my new insurance?')
  await lena.keyboard.press('s')
  await expect(row(lena, 'Do you take my new insurance?')).toContainText('starred')
  await lena.keyboard.press('Enter')
  await expect(composer(lena)).toBeFocused()
  await expect(row(dana, 'Do you take my new insurance?')).not.toContainText('unread')
  await lena.keyboard.type('/insurance')
  await expect(lena.getByRole('option', { name: 'Insurance card' })).toBeVisible()
  expect(await violationsOf(lena)).toEqual([])
  await lena.keyboard.press('Enter')
  await expect(composer(lena)).toHaveValue(CANNED)
  await lena.keyboard.press('Control+Enter')
  await expect(messages(lena)).toContainText(/insurance card, please\?You · .*Delivered/)
  const cardId = conversationOf(lena)
  // The first Escape leaves the message, the second one the conversation.
  await lena.keyboard.press('Escape')
  await lena.keyboard.press('Escape')
  await expect(row(lena, CANNED).getByRole('link')).toBeFocused()
  await lena.keyboard.press('t')
  await lena.getByRole('option', { name: 'Billing' }).click()
  await expect(row(sam, CANNED)).toContainText('Billing')

  // The clinic sends a file to the phone.
  await openConversation(lena, 'How do I find you?')
  const wayId = conversationOf(lena)
  await lena.getByLabel('Files to attach').setInputFiles(MAP)
  await expect(lena.getByRole('list', { name: 'Attached files' })).toContainText('map.png')
  await send(lena, 'Here is a map.')
  await expect(messages(lena)).toContainText(/Here is a map\.You · .*Delivered|Here is a map\..*map\.png.*Delivered/)
  await expect.poll(() => way.received()).toEqual(['Here is a map.'])

  // A note mentions a colleague, who is notified; the conversation is assigned to her, and she schedules a text.
  await walkTo(lena, 'Who can look at my knee?')
  await lena.keyboard.press('n')
  await expect(lena.getByRole('tab', { name: 'Internal note', selected: true })).toBeVisible()
  await expect(composer(lena)).toBeFocused()
  await lena.keyboard.type('He limps, @Dan')
  await expect(lena.getByRole('option', { name: 'Dana Whitfield' })).toBeVisible()
  await lena.keyboard.press('Enter')
  await lena.keyboard.type('can you take him?')
  expect(await violationsOf(lena)).toEqual([])
  await lena.keyboard.press('Control+Enter')
  const kneeId = conversationOf(lena)
  const note = 'He limps, @Dana Whitfield can you take him?'
  await expect.poll(() => said(lena)).toEqual(['Who can look at my knee?', note])
  await lena.keyboard.press('Escape')
  await lena.keyboard.press('Escape')
  await expect(lena.locator(`[data-conversation-id="${kneeId}"]`).getByRole('link')).toBeFocused()
  await lena.keyboard.press('a')
  await lena.getByRole('option', { name: 'Dana Whitfield' }).click()
  await told(lena, 'Assigned to Dana Whitfield')

  await dana.getByRole('tab', { name: /^Mentions ?\d+$/ }).click()
  await expect(dana.getByRole('tab', { name: /^Mentions ?\d+$/, selected: true })).toBeFocused()
  const mention = dana.getByRole('list', { name: 'Mentions' }).getByRole('link').filter({ hasText: 'He limps' })
  await expect(mention).toBeVisible()
  expect(await violationsOf(dana)).toEqual([])
  await mention.click()
  await expect(dana.getByRole('tab', { name: /^Mentions ?\d*$/, selected: true })).toBeVisible()
  await mention.focus()
  await dana.keyboard.press('Escape')
  await expect(dana.getByRole('tab', { name: 'All', selected: true })).toBeVisible()
  await expect(row(dana, note).getByRole('link')).toBeFocused()
  await pointAway(dana)
  await expect(messages(dana)).toContainText(note)
  await expect(dana.getByRole('button', { name: 'Assigned to: You' })).toBeVisible()
  const since = screenDay()
  await composer(dana).fill('Please come tomorrow at nine.')
  await dana.getByRole('button', { name: 'Send later' }).click()
  await dana.getByRole('menuitem', { name: /Tomorrow/ }).click()
  await saysDue(messages(dana), {
    since,
    tomorrow: /come tomorrow at nine\..*Goes out tomorrow at 8:00 AM/,
    today: /come tomorrow at nine\..*Goes out today at 8:00 AM/,
  })

  // Lena snoozes one conversation, closes another, and undoes a mistake.
  await openConversation(lena, 'I will know on Thursday')
  const laterId = conversationOf(lena)
  await lena.getByRole('button', { name: 'Snooze', exact: true }).click()
  await lena.getByRole('menuitem', { name: /^Tomorrow/ }).click()
  await told(lena, 'Conversation snoozed')
  await expect(row(dana, 'Who can look at my knee?').or(row(dana, note)).first()).toBeVisible()
  await expect(row(dana, 'I will know on Thursday')).toHaveCount(0)
  await lena.keyboard.press('Escape')
  await expect(messages(lena)).toHaveCount(0)
  await walkTo(lena, CANNED)
  await lena.keyboard.press('e')
  // A closed row leaves the list after four seconds.
  await Promise.all([told(lena, 'Conversation closed'), expect(row(sam, CANNED)).toContainText('Resolved')])
  await lena.keyboard.press('z')
  await expect(row(sam, CANNED)).not.toContainText('Resolved')

  // A minute without network.
  await openConversation(lena, 'Here is a map.')
  await lena.context().setOffline(true)
  await expect(connection(lena)).not.toContainText('Live')
  await send(lena, 'The door is green.')
  await send(lena, 'Ring twice.')
  await expect(messages(lena)).toContainText(/Ring twice\.You · .*Waiting for connection/)
  await card.text('Here is my card')
  await card.text('Front and back')
  await later.text('It is Thursday now')
  await expect(row(dana, 'It is Thursday now')).toContainText('unread')
  await expect(row(sam, 'Front and back')).toContainText('2 unread')
  await openConversation(sam, 'It is Thursday now')
  await send(sam, 'Good to hear.')
  await expect.poll(() => later.received()).toEqual(['Good to hear.'])
  await lena.clock.fastForward('01:00')
  await expect(banner(lena)).toContainText(/Reconnecting|Offline/)
  expect(await violationsOf(lena)).toEqual([])
  await expect(lena.locator('body')).not.toContainText('Thursday now')
  expect(await way.received()).toEqual(['Here is a map.'])

  await lena.context().setOffline(false)
  await isLive(lena)
  await expect(banner(lena)).toHaveCount(0)
  await expect(row(lena, 'Front and back')).toContainText('2 unread')
  await expect(row(lena, 'Good to hear.')).toContainText('Sam')
  await expect(messages(lena)).toContainText(/Ring twice\.You · .*Delivered/)

  // The other organization shows nothing of this one.
  await lakeside.text('When may I visit her?')
  await switchTo(sam, 'Lakeside Hospital')
  await isLive(sam)
  await openConversation(sam, 'When may I visit her?')
  await expect(sam.locator('body')).not.toContainText('Thursday now')
  const lakesideId = conversationOf(sam)
  await send(sam, 'From two to six.')
  await expect(messages(sam)).toContainText(/From two to six\.You · .*Delivered/)
  await expect.poll(() => said(sam)).toEqual(['When may I visit her?', 'From two to six.'])
  expect(await violationsOf(sam)).toEqual([])
  await switchTo(sam, 'Cedar Ridge Medical Group')
  await isLive(sam)

  const cedar = { organizationId: 'org_cedar' }
  const day: Told[] = [
    {
      ...{ ...cedar, id: cardId, patient: card, received: [CANNED] },
      thread: ['Do you take my new insurance?', CANNED, 'Here is my card', 'Front and back'],
    },
    {
      ...{ ...cedar, id: wayId, patient: way, received: ['Here is a map.', 'The door is green.', 'Ring twice.'] },
      thread: ['How do I find you?', 'Here is a map.', 'The door is green.', 'Ring twice.'],
    },
    {
      ...{ ...cedar, id: kneeId, patient: knee, received: [] },
      thread: ['Who can look at my knee?', note],
      waiting: ['Please come tomorrow at nine.'],
    },
    {
      ...{ ...cedar, id: laterId, patient: later, received: ['Good to hear.'] },
      thread: ['I will know on Thursday', 'It is Thursday now', 'Good to hear.'],
    },
    {
      ...{ organizationId: 'org_lakeside', id: lakesideId, patient: lakeside, received: ['From two to six.'] },
      thread: ['When may I visit her?', 'From two to six.'],
    },
  ]
  const asked = await signIn(world.url, 'sam@demo.test')
  for (const { id: conversationId, organizationId, patient, thread, received, waiting = [] } of day) {
    expect(await patient.received()).toEqual(received)
    const query = { organizationId, conversationId }
    const kept = await asked.call('messages', { query })
    expect(kept.data.map(({ message }) => message)).toEqual(thread)
    const ahead = await asked.call('scheduledMessages', { query })
    expect(ahead.data.map(({ message }) => message)).toEqual(waiting)
    if (organizationId !== 'org_cedar') continue
    for (const page of [lena, dana, sam]) {
      await row(page, thread.at(-1) ?? '').click()
      await expect.poll(() => said(page)).toEqual([...thread, ...waiting])
      await pointAway(page)
    }
  }

  for (const page of [lena, dana, sam]) {
    await signOut(page)
    await expect(page.locator('body')).not.toContainText('Thursday now')
  }
})
