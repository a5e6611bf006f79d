/** Test helper: patients' phones, the thread that the clinic shows, and a fake carrier. */
import { randomUUID } from 'node:crypto'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { Registry } from 'prom-client'
import { until } from '../../../../../../tests/support/until.ts'
import type { SendOutcome, SmsGateway } from '../../../gateways/sms.ts'
import type { Clinic } from '../../clinic.suite.ts'
import { startOutbound } from '../../texting/outbound-worker.ts'

let last = 5_125_570_000
export const newPhone = () => `+1${++last}`

export async function readConversation(clinic: Clinic, phone: string): Promise<Conversation> {
  const { body } = await clinic.call('conversations', 'lena', { status: 'all', search: phone.slice(2) })
  const found = body.data.find(({ from }: Conversation) => from === phone)
  if (!found) throw new Error(`No conversation of ${phone}.`)
  return found
}

/** Oldest first. */
export async function thread(clinic: Clinic, conversationId: string): Promise<Message[]> {
  const { status, body } = await clinic.call('messages', 'lena', { conversationId, limit: 200 })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}

/** The automatic texts of the conversation. */
export async function said(clinic: Clinic, conversationId: string): Promise<string[]> {
  return (await thread(clinic, conversationId)).filter(({ automatic }) => automatic).map(({ message }) => message)
}

export async function consentOf(clinic: Clinic, phone: string, organizationId = 'o1'): Promise<string | undefined> {
  const [row] = await clinic.store.query<{ sms_status: string }>(
    'select sms_status from consents where organization_id = $1 and phone_number = $2',
    [organizationId, phone],
  )
  return row?.sms_status
}

/**
 * Makes all queued texts due, runs the worker against a carrier that answers like this, and returns the texts it
 * received.
 */
export async function carry(
  clinic: Clinic,
  answer: (body: string) => SendOutcome = () => ({ outcome: 'accepted', sid: `SM${randomUUID()}` }),
  onText: (text: Parameters<SmsGateway['send']>[0]) => void = () => {},
): Promise<string[]> {
  const called: string[] = []
  const gateway: SmsGateway = {
    send: async (text) => {
      const { body } = text
      onText(text)
      called.push(body)
      return answer(body)
    },
    find: async () => ({ outcome: 'absent' }),
  }
  await clinic.store.query('update outbound_texts set due_at = now() where leased_by is null')
  const worker = startOutbound({ ...clinic.parts, metrics: new Registry() }, { gateway, pollMs: 20 })
  try {
    await until(async () => {
      const [due] = await clinic.store.query<{ texts: number }>(
        'select count(*)::int as texts from outbound_texts where due_at <= now() or leased_until > now()',
      )
      return due?.texts === 0 ? true : undefined
    })
  } finally {
    await worker.stop()
  }
  return called
}
