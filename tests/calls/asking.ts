import type { Logger } from 'pino'
import { CEDAR, type Clinics, LAKESIDE, openClinics } from './clinics.ts'
import { keepSession } from './kept-session.ts'
import { type Asking, createAsking } from './requests.ts'
import { createStoreReader } from './store-state.ts'

/** Words that only Lakeside may ever read. */
export const LAKESIDE_WORDS = 'Zanzibar'

export interface Foreign {
  readonly conversationId: string
  readonly messageId: string
}

/** Both clinics have a conversation with a few messages, all of it come in through the carrier. */
export async function openAsking(
  log?: Logger,
): Promise<Asking & { readonly foreign: Foreign; close(): Promise<void> }> {
  const clinics = await openClinics(log)
  for (const body of ['Hello', 'Is anybody there?']) await clinics.text('+15125550142', body)
  await clinics.text('+15125550142', LAKESIDE_WORDS, { To: LAKESIDE.number })
  const [known, foreign] = [await newestOf(clinics, CEDAR.id), await newestOf(clinics, LAKESIDE.id)]
  await keepSession(clinics)
  const readStore = await createStoreReader(clinics.store)
  return { ...createAsking(clinics, known, readStore), foreign, close: clinics.close }
}

async function newestOf({ store }: Clinics, organizationId: string) {
  const [newest] = await store.query<{ conversationId: string; messageId: string }>(
    `select conversation_id as "conversationId", id as "messageId" from messages where organization_id = $1
     order by created_at desc limit 1`,
    [organizationId],
  )
  if (!newest) throw new Error(`No message came to ${organizationId}.`)
  return newest
}
