import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, openSchedulingClinic, type SchedulingClinic } from './scheduled-clinic.suite.ts'

let clinic: SchedulingClinic
beforeAll(async () => {
  clinic = await openSchedulingClinic()
})
afterAll(() => clinic.close())

const CARRIER_STATUS = '/api/inbox/webhooks/twilio/status'

/** A conversation with a text of the staff, a held and a waiting text. */
async function withTexts() {
  const { from, id } = await clinic.conversation()
  const { body } = await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'See you at nine' })
  await clinic.schedule(id)
  await clinic.text(from, 'One moment')
  await clinic.schedule(id, { sendAt: clinic.ahead(9 * HOUR_MS) })
  expect((await clinic.scheduled(id)).map(({ status }) => status).sort()).toEqual(['held', 'waiting'])
  return { from, id, messageId: body.data._id as string }
}

type Begun = Awaited<ReturnType<typeof withTexts>>

const unseen = async (conversationId: string, kind: string) =>
  (await clinic.call('notices', 'lena')).body.data.filter(
    (one: { conversationId: string; seenAt: string | null; kind: string }) =>
      one.conversationId === conversationId && one.kind === kind && one.seenAt === null,
  )

test.each([
  [
    'a member confirms the request of the patient',
    ({ id }: Begun) => clinic.call('resolveStopRequest', 'lena', { conversationId: id, optOut: true }),
  ],
  [
    'the carrier reports it',
    ({ messageId }: Begun) =>
      clinic.post(`${CARRIER_STATUS}?messageId=${messageId}`, {
        ...{ MessageSid: `SM${messageId}`, MessageStatus: 'failed', ErrorCode: '21610', From: '+15125550100' },
      }),
  ],
  [
    'the end of a block leaves the STOP that came meanwhile',
    async ({ from }: Begun) => {
      await clinic.call('blockPhoneNumber', 'lena', { phoneNumber: from, blockPhoneNumber: true })
      await clinic.text(from, 'STOP').catch(() => undefined)
      return clinic.call('blockPhoneNumber', 'lena', { phoneNumber: from, blockPhoneNumber: false })
    },
  ],
] as const)('opting out cancels waiting and held texts and says so when %s', async (_how, optOut) => {
  const begun = await withTexts()
  expect((await optOut(begun)).status).toBe(200)
  for (const text of await clinic.scheduled(begun.id))
    expect(text).toMatchObject({ status: 'cancelled', reason: 'The patient opted out of texts. Not sent.', held: null })
  expect(await clinic.item(begun.id)).toMatchObject({
    ...{ scheduledFor: null, heldAuthors: [], smsStatus: 'opted_out' },
  })
  const history = (await clinic.call('conversationHistory', 'lena', { conversationId: begun.id, limit: 10 })).body.data
  expect(history.map(({ change }: { change: { kind: string } }) => change)).toContainEqual(
    expect.objectContaining({ kind: 'notSent', texts: 2, optedOut: true }),
  )
  expect(await unseen(begun.id, 'held')).toEqual([])
  expect(await unseen(begun.id, 'cancelled')).toHaveLength(2)
  await clinic.call('updateLastSeen', 'lena', { conversationId: begun.id })
  expect(await unseen(begun.id, 'cancelled')).toEqual([])
})

test('STOP tells the author of a scheduled text that it was cancelled, and nobody else', async () => {
  const { from, id } = await clinic.conversation()
  await clinic.schedule(id, { message: 'See you tomorrow' })
  await clinic.text(from, 'STOP')
  expect(await unseen(id, 'cancelled')).toMatchObject([{ user: 'lena', text: 'See you tomorrow', by: null }])
  const { data } = (await clinic.call('notices', 'dana')).body
  expect(data.filter((one: { conversationId: string }) => one.conversationId === id)).toEqual([])
})
