import { Readable } from 'node:stream'
import { mediaAddress } from '../../apps/api/src/modules/inbox/attachments/attachment-address.rules.ts'
import { CEDAR, type Clinics, LAKESIDE, openClinics } from './clinics.ts'
import { type Asking, createAsking } from './requests.ts'
import { createStoreReader } from './store-state.ts'

/** Words that only Lakeside may ever read. */
export const LAKESIDE_WORDS = 'Zanzibar'

export interface Foreign {
  readonly conversationId: string
  readonly messageId: string
  readonly attachmentId: string
}

/** Both clinics have a conversation with a few messages, all of it come in through the carrier. */
export async function openAsking(): Promise<Asking & { readonly foreign: Foreign; close(): Promise<void> }> {
  const clinics = await openClinics()
  for (const body of ['Hello', 'Is anybody there?']) await clinics.text('+15125550142', body)
  await clinics.text('+15125550142', LAKESIDE_WORDS, { To: LAKESIDE.number })
  const [known, foreign] = [await newestOf(clinics, CEDAR.id), await newestOf(clinics, LAKESIDE.id)]
  const [attachmentId, foreignAttachmentId] = [
    await addFile(clinics, CEDAR.id, known),
    await addFile(clinics, LAKESIDE.id, foreign),
  ]
  const { config, clock } = clinics.parts
  const address = mediaAddress(config, { organizationId: CEDAR.id, attachmentId }, clock.now())
  const mediaToken = new URL(address).searchParams.get('token') ?? ''
  const readStore = await createStoreReader(clinics.store)
  return {
    ...createAsking(clinics, { ...known, attachmentId, mediaToken }, readStore),
    foreign: { ...foreign, attachmentId: foreignAttachmentId },
    close: clinics.close,
  }
}

/** A file of a message, with its bytes. */
async function addFile(
  { store, parts }: Clinics,
  organizationId: string,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Promise<string> {
  const id = parts.newId()
  const words = Buffer.from(organizationId === LAKESIDE.id ? LAKESIDE_WORDS : 'Words')
  await parts.files.put(id, Readable.from([words]), words.length)
  await store.query(
    `insert into attachments
      (organization_id, id, conversation_id, message_id, name, content_type, size, place, created_at)
     values ($1, $2, $3, $4, 'words.txt', 'text/plain', $5, 0, now())`,
    [organizationId, id, conversationId, messageId, words.length],
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
