/** The product and the simulated carrier, connected over real HTTP. */
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Behaviour } from '@foyer/sandbox/carrier/behaviour.ts'
import { systemClock } from '@foyer/sandbox/clock.ts'
import { startSandbox } from '@foyer/sandbox/sandbox.suite.ts'
import type { RunningConfig } from '../../apps/api/src/config/config.ts'
import { CEDAR, type Clinics, openClinics } from '../calls/clinics.ts'
import type { PhoneText } from '../support/phone.ts'

export const organizationId = CEDAR.id

interface Listed {
  readonly id: string
  readonly last_message: string
  readonly last_message_at: Date
  readonly waiting_since: Date | null
  readonly unread_count: number
  readonly status: string
  readonly asked_to_stop: boolean
}

export interface CarrierWorld {
  readonly clinics: Clinics
  readonly sandbox: Awaited<ReturnType<typeof startSandbox>>
  /** The carrier's account and address. */
  readonly twilio: RunningConfig['twilio']
  behave(change: Partial<Behaviour>): Promise<void>
  /** Sends a text from a phone to Cedar, `ago` by the carrier's clock; returns its sid. */
  types(phone: string, body: string, ago?: { ms?: number; media?: readonly string[] }): Promise<string>
  /** Returns all texts of a phone, oldest first. */
  phone(number: string): Promise<PhoneText[]>
  conversation(phone: string): Promise<Listed>
  thread(phone: string): Promise<Message[]>
  /** Returns the states of a message that the log reported, in order. */
  told(messageId: string): Promise<string[]>
  close(): Promise<void>
}

export async function openCarrierWorld({ hasPlaces = false } = {}): Promise<CarrierWorld> {
  const clinics = await openClinics(undefined, {}, { hasPlaces })
  let agoMs = 0
  const clock = { ...systemClock, now: () => new Date(Date.now() - agoMs) }
  const { config } = clinics.parts
  const sandbox = await startSandbox(clinics.url, { publicUrl: config.publicUrl }, clock)
  const sent = async (path: string, body: unknown) => {
    const answer = await sandbox.post(path, body)
    if (!answer.ok) throw new Error(`The sandbox refused: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const conversation: CarrierWorld['conversation'] = async (phone) => {
    const [one] = await clinics.store.query<Listed>(
      'select * from conversations where organization_id = $1 and sender = $2',
      [organizationId, phone],
    )
    if (!one) throw new Error('This phone has no conversation.')
    return one
  }
  return {
    ...{ clinics, sandbox, conversation },
    twilio: { ...config.twilio, baseUrl: `${sandbox.url}/sandbox/twilio` },
    behave: (change) => sent('behaviour', change) as Promise<never>,
    async types(phone, body, { ms = 0, media = [] } = {}) {
      agoMs = ms
      const path = `phones/${encodeURIComponent(phone)}/texts`
      const { message } = (await sent(path, { to: CEDAR.number, body, media }).finally(() => {
        agoMs = 0
      })) as { message: { sid: string } }
      return message.sid
    },
    async phone(number) {
      const { messages } = await sandbox.get(`phones/${encodeURIComponent(number)}`)
      return messages as unknown as PhoneText[]
    },
    async thread(phone) {
      const { id: conversationId } = await conversation(phone)
      const query = { organizationId, conversationId, limit: 200 }
      return (await clinics.staff.lena.call('messages', { query })).data
    },
    async told(messageId) {
      const { events } = await clinics.feed(organizationId, 0)
      return events
        .map(({ data }) => (data as { message?: Message }).message)
        .flatMap((message) => (message?._id === messageId ? [message.status] : []))
    },
    async close() {
      await sandbox.stop()
      await clinics.close()
    },
  }
}
