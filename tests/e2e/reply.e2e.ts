/** Answering a patient: what reaches the phone, what does not, and what the screen shows. */
import type { Page } from '@playwright/test'
import { CallFailed, signIn } from '../support/member.ts'
import {
  CUT_OFF,
  composer,
  connection,
  expect,
  isLive,
  messages,
  openConversation,
  relaySwitch,
  row,
  send,
  test,
  walkTo,
} from './fixtures.ts'

test('internal note is in both threads and never on the phone [OPEN-072] [INBOX-01]', async ({ stranger, desk }) => {
  const [lena, dana] = [await desk('lena@demo.test'), await desk('dana@demo.test')]
  for (const { page } of [lena, dana]) await isLive(page)
  const patient = stranger()
  await patient.text('May I eat before the blood test?')
  for (const { page } of [lena, dana]) await openConversation(page, 'May I eat before the blood test?')

  await lena.page.getByRole('tab', { name: 'Internal note' }).click()
  await composer(lena.page).fill('Dr. Shah says 12 hours without food')
  await lena.page.getByRole('button', { name: 'Save note' }).click()
  for (const { page } of [lena, dana])
    await expect(messages(page)).toContainText(/Internal note.*Dr\. Shah says 12 hours without food/)
  await expect(row(dana.page, 'Dr. Shah says')).toContainText('note:')

  // Sends a text after the note: if the note had been sent, it would arrive first.
  await lena.page.getByRole('tab', { name: 'Text message' }).click()
  await send(lena.page, 'Please eat nothing for 12 hours before it.')
  await expect.poll(() => patient.received()).toEqual(['Please eat nothing for 12 hours before it.'])
  await expect(messages(dana.page)).toContainText('Please eat nothing for 12 hours before it.')
})

test('answer from a screen that missed a text asks once, and is sent once [OPEN-097]', async ({
  stranger,
  desk,
  allowConsole,
}) => {
  // The cut connection, and the refusal of the outdated answer.
  allowConsole(CUT_OFF, /409/)
  const lena = await desk('lena@demo.test')
  const relay = await relaySwitch(lena)
  await lena.page.reload()
  await isLive(lena.page)
  const readAgain = await readOnce(lena.page)
  const patient = stranger()
  await patient.text('I will be there at nine')
  await openConversation(lena.page, 'I will be there at nine')

  await relay.cut()
  await expect(connection(lena.page)).not.toContainText('Live')
  await patient.text('Sorry, I can not come at all')
  await expect.poll(() => patient.read()).toHaveLength(2)
  await seenByTheClinic(lena.page.url(), 'Sorry, I can not come at all')
  await send(lena.page, 'Good, see you at nine!')

  const question = lena.page.getByRole('alert').filter({ hasText: 'wrote after you. Send anyway?' })
  await expect(question).toBeVisible()
  expect(await patient.received()).toEqual([])
  relay.mend()
  readAgain()
  await isLive(lena.page)
  await expect(messages(lena.page)).toContainText('Sorry, I can not come at all')
  await expect(question, 'asked, and still not answered').toBeVisible()
  expect(await patient.received()).toEqual([])

  await question.getByRole('button', { name: 'Send anyway' }).click()
  await expect(question).toHaveCount(0)
  await expect(messages(lena.page)).toContainText(/Good, see you at nine!You · .*Delivered/)
  expect(await patient.received()).toEqual(['Good, see you at nine!'])
})

/**
 * Lets the thread read its messages once. A thread whose topic was joined late reads again by itself; that read waits
 * until the returned function is called.
 */
async function readOnce(page: Page): Promise<() => void> {
  const again = Promise.withResolvers<void>()
  let readings = 0
  await page.route(/\/api\/inbox\/messages\?/, async (route) => {
    readings += 1
    if (readings > 1) await again.promise
    await route.continue()
  })
  return again.resolve
}

/**
 * Waits until the clinic has the text. The phone shows it earlier, but a screen is outdated only once the clinic has
 * it.
 */
async function seenByTheClinic(screen: string, text: string): Promise<void> {
  const { origin, searchParams } = new URL(screen)
  const member = await signIn(origin, 'dana@demo.test')
  const query = { organizationId: 'org_cedar', conversationId: searchParams.get('conversation') ?? '' }
  await expect
    .poll(async () => (await member.call('messages', { query })).data.map(({ message }) => message))
    .toContain(text)
}

test('Send pressed twice sends one text [OPEN-097]', async ({ stranger, desk }) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  const patient = stranger()
  await patient.text('Is the car park open?')
  await openConversation(page, 'Is the car park open?')
  await composer(page).fill('Behind the house.')
  await page.getByRole('button', { name: 'Send', exact: true }).dblclick()
  await composer(page).fill('The gate is open.')
  // Two presses within one task, faster than any render between them.
  await page.getByRole('button', { name: 'Send', exact: true }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await send(page, 'See you!')
  await expect(messages(page)).toContainText(/See you!You · .*Delivered/)
  expect(await patient.received()).toEqual(['Behind the house.', 'The gate is open.', 'See you!'])
})

/** Holds the code of the thread back until the returned function is called. */
async function threadHeld(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(/\/assets\/thread-pane-/, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

test('message box takes the focus once it is there when a key opened the row, and not when a key left the row [OPEN-097]', async ({
  stranger,
  desk,
}) => {
  const { page } = await desk('lena@demo.test')
  const release = await threadHeld(page)
  await isLive(page)
  for (const words of ['Do you have a lift?', 'Is there a ramp?']) {
    await stranger().text(words)
    await expect(row(page, words)).toBeVisible()
  }
  await walkTo(page, 'Is there a ramp?')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/conversation=/)
  await walkTo(page, 'Do you have a lift?')
  release()
  await expect(composer(page)).toBeVisible()
  await expect(messages(page)).toContainText('Is there a ramp?')
  await expect(row(page, 'Do you have a lift?').getByRole('link')).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(messages(page)).toContainText('Do you have a lift?')
  await expect(composer(page)).toBeFocused()
})

test('row of a mention keeps the focus that Escape gave it when its thread comes later [OPEN-097]', async ({
  stranger,
  desk,
}) => {
  const [lena, dana] = [(await desk('lena@demo.test')).page, (await desk('dana@demo.test')).page]
  const release = await threadHeld(dana)
  for (const page of [lena, dana]) await isLive(page)
  await stranger().text('Does it hurt?')
  await openConversation(lena, 'Does it hurt?')
  await lena.getByRole('tab', { name: 'Internal note' }).click()
  await composer(lena).fill('Not much, I think, @Dan')
  await lena.getByRole('option', { name: 'Dana Whitfield' }).click()
  await lena.getByRole('button', { name: 'Save note' }).click()
  await expect(row(dana, 'Not much, I think')).toBeVisible()
  // The row itself is opened by key, and its thread has not come when the mentions are looked at.
  await walkTo(dana, 'Not much, I think')
  await dana.keyboard.press('Enter')
  await expect(dana).toHaveURL(/conversation=/)

  // Opening the conversation marks its mention as seen, which ends the count of the tab sooner or later.
  await dana.getByRole('tab', { name: /^Mentions ?\d*$/ }).click()
  const mention = dana.getByRole('list', { name: 'Mentions' }).getByRole('link', { name: 'Not much, I think' })
  await expect(mention).toBeVisible()
  await mention.press('Enter')
  await expect(dana).toHaveURL(/conversation=/)
  await dana.keyboard.press('Escape')
  await expect(row(dana, 'Not much, I think').getByRole('link')).toBeFocused()
  release()
  await expect(messages(dana)).toContainText('Does it hurt?')
  await expect(composer(dana)).toBeVisible()
  await expect(row(dana, 'Not much, I think').getByRole('link')).toBeFocused()
})

test('text that did not arrive says so and why, in the thread and in every list [OPEN-071]', async ({
  stranger,
  desk,
  carrier,
}) => {
  const [lena, dana] = [await desk('lena@demo.test'), await desk('dana@demo.test')]
  for (const { page } of [lena, dana]) await isLive(page)
  const patient = stranger()
  await carrier({ unreachable: [patient.number] })
  await patient.text('My phone is about to die')
  await openConversation(lena.page, 'My phone is about to die')
  await send(lena.page, 'Call us when it is charged.')
  await expect(messages(lena.page)).toContainText(
    /Call us when it is charged\.You · .*Not delivered.*The phone could not be reached\./,
  )
  await expect(row(dana.page, 'Call us when it is charged.')).toContainText('Not delivered')
})

test('patient who texted STOP can’t be texted until they text START [OPEN-072] [OPEN-101]', async ({
  world,
  stranger,
  desk,
}) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  const patient = stranger()
  await patient.text('Who is this?')
  await openConversation(page, 'Who is this?')
  await composer(page).fill('This is your clinic.')
  await patient.text('STOP')
  await expect(page.getByText('opted out of texts')).toBeVisible()
  await expect(page.getByText('Nobody can text them until they text START to your number.')).toBeVisible()
  await expect(composer(page)).toHaveCount(0)

  // A call without the screen is refused too.
  const member = await signIn(world.url, 'lena@demo.test')
  const conversationId = new URL(page.url()).searchParams.get('conversation') ?? ''
  const body = { organizationId: 'org_cedar', conversationId, message: 'This is your clinic.', private: false }
  const refusal = await member.call('sendMessage', { body, key: 'to somebody who said STOP' }).catch((error) => error)
  expect(refusal).toBeInstanceOf(CallFailed)
  expect(refusal).toMatchObject({ status: 422, problem: { reason: 'opted_out' } })

  await patient.text('START')
  await expect(composer(page), 'what was typed is still there').toHaveValue('This is your clinic.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const mine = async () => (await patient.received()).filter((text) => text === 'This is your clinic.')
  await expect.poll(mine).toHaveLength(1)
})

test('text waits and says so while the carrier is down, and is sent once [OPEN-071] [OPEN-100]', async ({
  stranger,
  desk,
  carrier,
}) => {
  const { page } = await desk('lena@demo.test')
  await isLive(page)
  const patient = stranger()
  await patient.text('Are my results there?')
  await openConversation(page, 'Are my results there?')

  await carrier({ answer: 'tooMany', retryAfterS: 1 })
  await send(page, 'They are in.')
  await expect(messages(page)).toContainText(/They are in\.You · .*Waiting to send/)
  await carrier({ answer: 'error', times: 1 })
  await expect(messages(page)).toContainText(/They are in\.You · .*Sending/)
  await expect(messages(page)).toContainText(/They are in\.You · .*Delivered/)

  // The carrier accepts the text without answering; its later report shows that it has the text.
  await carrier({ answer: 'hang', times: 1 })
  await send(page, 'All is well.')
  await expect(messages(page)).toContainText(/All is well\.You · .*Delivered/)
  await send(page, 'Have a good day!')
  await expect(messages(page)).toContainText(/Have a good day!You · .*Delivered/)
  expect(await patient.received()).toEqual(['They are in.', 'All is well.', 'Have a good day!'])
})
