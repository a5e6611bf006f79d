import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'

let clinic: Clinic
let conversationId: string
beforeAll(async () => {
  clinic = await openClinic()
  conversationId = (await clinic.text('+15125550142', 'May I have a refill?')).id
})
afterAll(() => clinic.close())

const mark = (fields: object) => clinic.call('markConversationRequest', 'lena', { conversationId, ...fields })

test('markConversationRequest sets the request and its counts until it is cleared [CALL-INBOX-23] [STATE-27] [OPEN-020]', async () => {
  const steps = [
    ['prescription', { openRequests: 1, otherRequests: 0, openConciergeRequests: 0 }],
    ['concierge', { openRequests: 0, otherRequests: 0, openConciergeRequests: 1 }],
    ['other', { openRequests: 0, otherRequests: 1, openConciergeRequests: 0 }],
    [null, { openRequests: 0, otherRequests: 0, openConciergeRequests: 0 }],
  ] as const
  for (const [requestType, counts] of steps) {
    const { status, body } = await mark({ requestType })
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ id: conversationId, requestType, changedBy: { _id: 'lena', name: 'Lena Kim' } }),
    ])
    expect((await clinic.events()).at(-1)).toMatchObject({ seq: body.asOf, data: body.data, counts })
  }
  const { body } = await mark({ requestType: null })
  expect((await clinic.events(body.asOf - 1)).map(({ seq }) => seq)).toEqual([body.asOf])
})

test('markConversationRequest is 400 when the type is absent or unknown [OPEN-074]', async () => {
  for (const fields of [{}, { requestType: 'lunch' }, { requestType: '' }]) {
    const { status, body } = await mark(fields)
    expect([status, body.issues[0].path]).toEqual([400, 'requestType'])
  }
})
