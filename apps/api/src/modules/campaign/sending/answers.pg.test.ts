import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendEvents } from '../../../events/append.ts'
import { type ArrivingMessage, lockSender, stageQuietText } from '../../conversations/conversations.ts'
import { answerStep } from './answer-step.ts'
import { openSending, type SendingClinic } from './sending.suite.ts'

let clinic: SendingClinic
beforeAll(async () => {
  clinic = await openSending()
})
afterAll(() => clinic.close())

/** A patient who has got the text of a campaign. */
async function reached() {
  await clinic.store.query('delete from outreach_paces; update campaigns set due_at = null')
  const [id] = await clinic.addPatients(1)
  const [person] = await clinic.store.query<{ phone_number: string }>(
    'select phone_number from patients where id = $1',
    [id],
  )
  const campaign = await clinic.run([id!])
  await clinic.turn()
  await clinic.report(campaign, id!, { status: 'sending' }, { status: 'sent', sid: `SM${id}` })
  return { id: id!, from: person!.phone_number, campaign }
}
const newest = async (conversationId: string): Promise<Message> =>
  (await clinic.call('messages', 'lena', { conversationId })).body.data.findLast(
    ({ direction }: Message) => direction === 'inbound',
  )
const item = async (conversationId: string): Promise<Conversation> =>
  (await clinic.call('conversation', 'lena', { conversationId })).body.data
const marks = ({ _id }: { _id: string }) =>
  clinic.store.query<{ event: string; patient_id: string }>(
    'select event, patient_id from campaign_marks where campaign_id = $1 order by event',
    [_id],
  )

async function remind(phoneNumber: string) {
  const { parts, store } = clinic
  await store.database.write('o1', async (tx) => {
    const conversation =
      (await lockSender(tx, { organizationId: 'o1', sender: phoneNumber, withOthers: false })) ?? null
    const now = parts.clock.now()
    const { change, message } = stageQuietText(tx, parts, {
      ...{ organizationId: 'o1', phoneNumber, conversation, body: 'Your visit is tomorrow', patientId: null, now },
      ...{ origin: 'reminder', kind: 'proactive' },
    })
    await appendEvents(tx, { organizationId: 'o1', at: now }, [change])
    return message
  })
  await store.query(`update messages set status = 'sent' where origin = 'reminder'`)
}

test('a reply to a campaign names it on message and conversation, and marks the patient once', async () => {
  const { id, from, campaign } = await reached()
  const { id: conversationId } = await clinic.text(from, 'When can I come?')
  await clinic.text(from, 'Tuesday?')
  const named = { _id: campaign._id, name: 'Flu shots' }
  expect(await newest(conversationId)).toMatchObject({ message: 'Tuesday?', campaign: { ...named, step: 1 } })
  expect(await item(conversationId)).toMatchObject({ campaign: named, unreadCount: 2 })
  expect(await marks(campaign)).toEqual([{ event: 'replied', patient_id: id }])
  await clinic.tell(campaign)
  expect((await clinic.read(campaign._id)).results.replied).toBe(1)
})

test('the list of a campaign has the conversations that answered it until they are resolved', async () => {
  const { from, campaign } = await reached()
  const { id } = await clinic.text(from, 'Yes please')
  const listed = async () =>
    (await clinic.call('conversations', 'lena', { status: 'all', campaignId: campaign._id })).body.data
  expect(await listed()).toMatchObject([{ id }])
  await clinic.call('closeConversation', 'lena', { conversationId: id, status: 'Resolved' })
  expect((await item(id)).campaign).toBeNull()
  expect(await listed()).toEqual([])
})

test('STOP to a campaign opts the patient out of it and is no reply', async () => {
  const { id, from, campaign } = await reached()
  const { id: conversationId } = await clinic.text(from, 'Stop.')
  expect(await marks(campaign)).toEqual([{ event: 'optedOut', patient_id: id }])
  expect(await newest(conversationId)).toMatchObject({ campaign: { _id: campaign._id } })
  expect(await item(conversationId)).toMatchObject({ campaign: null, smsStatus: 'opted_out' })
})

test.each(['HELP', 'START', 'Unstop'])('%s is neither a reply to a campaign nor an opt-out', async (word) => {
  const { from, campaign } = await reached()
  const { id } = await clinic.text(from, word)
  expect(await marks(campaign)).toEqual([])
  expect((await newest(id)).campaign).toBeNull()
})

test('a reminder that was sent after a campaign owns the YES', async () => {
  const { from, campaign } = await reached()
  clinic.pass(1000)
  await remind(from)
  clinic.pass(1000)
  const { id } = await clinic.text(from, 'YES')
  expect(await marks(campaign)).toEqual([])
  expect((await newest(id)).campaign).toBeNull()
})

test('a campaign that was sent after a reminder owns the YES', async () => {
  const [id] = await clinic.addPatients(1)
  const [person] = await clinic.store.query<{ phone_number: string }>(
    'select phone_number from patients where id = $1',
    [id],
  )
  await remind(person!.phone_number)
  clinic.pass(1000)
  await clinic.store.query('delete from outreach_paces; update campaigns set due_at = null')
  const campaign = await clinic.run([id!])
  await clinic.turn()
  await clinic.report(campaign, id!, { status: 'sending' }, { status: 'sent', sid: `SM${id}` })
  await clinic.text(person!.phone_number, 'YES')
  expect(await marks(campaign)).toMatchObject([{ event: 'replied' }])
})

test('a text of a campaign owns no reply after 14 days, or when it did not arrive', async () => {
  const late = await reached()
  const failed = await reached()
  await clinic.report(failed.campaign, failed.id, { status: 'undelivered', failureReason: 'Landline' })
  await clinic.text(failed.from, 'Who is this?')
  clinic.pass(15 * 86_400_000)
  await clinic.text(late.from, 'Hello')
  expect([await marks(late.campaign), await marks(failed.campaign)]).toEqual([[], []])
})

test.each(['campaign', 'reminder'] as const)(
  'a reply that arrives late belongs to the campaign before it when a %s was sent since',
  async (since) => {
    const { id, from, campaign } = await reached()
    clinic.pass(5000)
    const sentAt = clinic.parts.clock.now()
    clinic.pass(5000)
    if (since === 'reminder') await remind(from)
    else {
      await clinic.store.query('delete from outreach_paces; update campaigns set due_at = null')
      const later = await clinic.run([id])
      await clinic.turn()
      await clinic.report(later, id, { status: 'sending' }, { status: 'sent', sid: `SM-later-${id}` })
    }
    const { parts, store } = clinic
    await store.database.write('o1', async (tx) => {
      const conversation = await lockSender(tx, { organizationId: 'o1', sender: from, withOthers: false })
      if (!conversation) throw new Error('The text of the campaign has no conversation.')
      const now = parts.clock.now()
      const step = await answerStep.ahead?.(tx, { organizationId: 'o1', texts: [{ from, body: 'Yes' }], now })
      const consent = { smsStatus: 'subscribed', changedAt: null } as const
      const message = { conversation, body: 'Yes', sentAt, isDelayed: true, consent, now } as ArrivingMessage
      const considered = await step?.consider(tx, parts, message)
      if (considered?.verdict === 'passes') await considered.react(conversation)
    })
    expect(await marks(campaign)).toEqual([{ event: 'replied', patient_id: id }])
  },
)
