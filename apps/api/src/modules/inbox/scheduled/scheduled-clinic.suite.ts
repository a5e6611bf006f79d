/** Test helper: the test clinic on the store's clock, with calls for scheduled texts. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import { type Answer, type Clinic, openClinic } from '../../clinic.suite.ts'

export const HOUR_MS = 60 * 60 * 1000

export interface SchedulingClinic extends Clinic {
  /** The instant this many milliseconds from now. */
  ahead(ms: number): string
  /** A conversation with a new patient who has written. */
  conversation(): Promise<{ from: string; id: string }>
  ask(conversationId: string, fields?: Record<string, unknown>, user?: string): Promise<Answer>
  schedule(conversationId: string, fields?: Record<string, unknown>, user?: string): Promise<Scheduled>
  scheduled(conversationId: string): Promise<Scheduled[]>
  thread(conversationId: string): Promise<Message[]>
  item(conversationId: string): Promise<Conversation>
  /** Sets the text's time to this long ago. */
  makeDue(id: string, ago?: string): Promise<unknown>
}

export async function openSchedulingClinic(env: Record<string, string> = {}): Promise<SchedulingClinic> {
  const clinic = await openClinic(env)
  const { store, parts } = clinic
  // The store's clock decides which texts are due, so the clinic's clock is set to it.
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
    makeDue: (id, ago = '0 seconds') =>
      store.query('update scheduled_texts set send_at = now() - $2::interval where id = $1', [id, ago]),
  }
}
