import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendEvents, readHead } from '../../../events/append.ts'
import { type Clinic, openClinic } from '../../clinic.suite.ts'
import { lockSender, stageQuietText } from '../../conversations/conversations.ts'
import { recount } from '../../conversations/counts.store.ts'
import { Effects } from './effects.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const phoneNumber = '+15125550191'
const acting = { runId: 'run1', automationId: 'rule1', name: 'Reminders', chain: ['rule1'] }

/** Sends a reminder that no list shows, to a number without a conversation. */
async function sendQuietly(): Promise<string> {
  const { parts, store } = clinic
  return store.database.write('o1', async (tx) => {
    const now = parts.clock.now()
    const words = { body: 'Your visit is tomorrow', origin: 'reminder', kind: 'proactive' } as const
    const about = { organizationId: 'o1', phoneNumber, conversation: null, patientId: null, now }
    const { message, change } = stageQuietText(tx, parts, { ...about, ...words })
    await appendEvents(tx, { organizationId: 'o1', at: now }, [change])
    return message.conversationId
  })
}

test('the effects of a run begin a quiet conversation once, count it once, and know its newest text', async () => {
  const conversationId = await sendQuietly()
  const { parts, store } = clinic
  await store.database.write('o1', async (tx) => {
    const now = parts.clock.now()
    const conversation =
      (await lockSender(tx, { organizationId: 'o1', sender: phoneNumber, withOthers: false })) ?? null
    const scene = { organizationId: 'o1', conversation, patientId: null, phoneNumber, email: null, now }
    const effects = new Effects(tx, parts, scene)
    for (const effect of [
      { kind: 'sendSms', sequence: 1, text: 'Please bring your card.', mode: 'answer', segments: 1 },
      { kind: 'markRequest', sequence: 2, requestType: 'billing' },
      { kind: 'addNote', sequence: 3, text: 'Reminded of the card', mentions: [] },
      { kind: 'star', sequence: 4, users: ['lena'] },
    ] as const)
      expect(await effects.carryOut(effect, acting)).toMatchObject({ refused: null })
    effects.endRun(acting)
    await appendEvents(tx, { organizationId: 'o1', at: now }, await effects.end())
  })
  const [row] = await store.query<{ known: number; newest: number }>(
    `select last_text_version as known,
       (select max(added_version) from messages where conversation_id = c.id and not private and not quiet) as newest
     from conversations as c where id = $1`,
    [conversationId],
  )
  expect(row?.known).toBe(row?.newest)
  const history = await clinic.call('conversationHistory', 'lena', { conversationId })
  const kinds = (history.body.data as { change: { kind: string } }[]).map(({ change: { kind } }) => kind)
  expect(kinds.filter((kind) => kind === 'began')).toHaveLength(1)
  await store.database.read('o1', async (tx) => {
    const counted = await recount(tx, 'o1')
    expect(counted.openRequests).toBeGreaterThan(0)
    expect((await readHead(tx, 'o1')).counts).toMatchObject(counted)
  })
})
