import { CEDAR, type Clinics, LAKESIDE, openClinics } from './clinics.ts'
import { type Asking, createAsking } from './requests.ts'
import { createStoreReader } from './store-state.ts'

/** Words that only Lakeside may ever read. */
export const LAKESIDE_WORDS = 'Zanzibar'

export interface Foreign {
  readonly conversationId: string
  readonly messageId: string
  readonly undoId: string
}

/** Both clinics have a conversation with a few messages, all of it come in through the carrier. */
export async function openAsking(): Promise<Asking & { readonly foreign: Foreign; close(): Promise<void> }> {
  const clinics = await openClinics()
  for (const body of ['Hello', 'Is anybody there?']) await clinics.text('+15125550142', body)
  await clinics.text('+15125550142', LAKESIDE_WORDS, { To: LAKESIDE.number })
  const known = { ...(await newestOf(clinics, CEDAR.id)), undoId: await undoOf(clinics, CEDAR.id, 'usr_lena') }
  const foreign = { ...(await newestOf(clinics, LAKESIDE.id)), undoId: await undoOf(clinics, LAKESIDE.id, 'usr_omar') }
  const readStore = await createStoreReader(clinics.store)
  return { ...createAsking(clinics, known, readStore), foreign, close: clinics.close }
}

/** What somebody may take back, for longer than a test lasts. */
async function undoOf({ store }: Clinics, organizationId: string, userId: string): Promise<string> {
  const id = `undo of ${organizationId}`
  await store.query(
    `insert into undo_steps (organization_id, id, user_id, made_at, steps)
     select $1, $2, $3, '2126-11-19', json_build_array(json_build_object('conversationId', id, 'fields',
       json_build_array(json_build_object('field', 'requestType', 'before', 'billing', 'after', null))))
     from conversations where organization_id = $1`,
    [organizationId, id, userId],
  )
  return id
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
