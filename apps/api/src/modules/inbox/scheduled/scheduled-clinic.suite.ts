/** The test clinic by the store's clock, with hands for texts that were written ahead. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import { type Answer, type Clinic, openClinic } from '../../clinic.suite.ts'

export const HOUR_MS = 60 * 60 * 1000

export interface SchedulingClinic extends Clinic {
  /** An instant, this far ahead. */
  ahead(ms: number): string
  /** A new patient has written. */
  conversation(): Promise<{ from: string; id: string }>
  ask(conversationId: string, fields?: Record<string, unknown>, user?: string): Promise<Answer>
  schedule(conversationId: string, fields?: Record<string, unknown>, user?: string): Promise<Scheduled>
  scheduled(conversationId: string): Promise<Scheduled[]>
  thread(conversationId: string): Promise<Message[]>
  item(conversationId: string): Promise<Conversation>
  /** Its time came, this long ago. */
  isDue(id: string, ago?: string): Promise<unknown>
}

export async function openSchedulingClinic(env: Record<string, string> = {}): Promise<SchedulingClinic> {
  const clinic = await openClinic(env)
  const { store, parts } = clinic
  // What is due is told by the store's clock, so staff live by it too.
  const [store_] = await store.query<{ now: Date }>('select now()')
  clinic.pass((store_?.now.getTime() ?? 0) - parts.clock.now().getTime())
  const ahead = (ms: number) => new Date(parts.clock.now().getTime() + ms).toISOString()
  const data = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body.data
  }
  const ask: SchedulingClinic['ask'] = (conversationId, fields = {}, user = 'lena') =>
    clinic.call('scheduleMessage', user, { conversationId, message: 'See you', sendAt: ahead(HOUR_MS), ...fields })
  let number = 5_125_557_000
  return {
    ...clinic,
    ahead,
    ask,
    async conversation() {
      const from = `+1${++number}`
      return { from, id: (await clinic.text(from, 'Hi')).id }
    },
    schedule: (...about) => data(ask(...about)),
    scheduled: (conversationId) => data(clinic.call('scheduledMessages', 'lena', { conversationId })),
    thread: (conversationId) => data(clinic.call('messages', 'lena', { conversationId, limit: 200 })),
    item: (conversationId) => data(clinic.call('conversation', 'lena', { conversationId })),
    isDue: (id, ago = '0 seconds') =>
      store.query('update scheduled_texts set send_at = now() - $2::interval where id = $1', [id, ago]),
  }
}
