import { Readable } from 'node:stream'
import { example } from '@foyer/contracts/examples.ts'
import type { Logger } from 'pino'
import { mediaAddress } from '../../apps/api/src/modules/attachments/attachment-address.rules.ts'
import { linkTokenOf } from '../../apps/api/src/modules/session/mails/link-token.ts'
import { visit } from '../support/visitor.ts'
import { DEMO_PASSWORD } from '../support/world.ts'
import { CEDAR, type Clinics, LAKESIDE, LAKESIDE_WORDS, openClinics } from './clinics.ts'
import type { Replacements } from './examples.ts'
import { codeNow, keepAccounts } from './kept-session.ts'
import { listingTokenOf } from './listing-rows.ts'
import { type Asking, createAsking } from './requests.ts'
import { createStoreReader } from './store-state.ts'
import { comingDays } from './visit-rows.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface Foreign {
  readonly conversationId: string
  readonly messageId: string
  readonly undoId: string
  readonly scheduledId: string
  readonly attachmentId: string
  readonly mailId: string
  readonly invitationId: string
}

/** Creates a conversation with a few messages in both clinics, all received through the carrier. */
export async function openAsking(
  log?: Logger,
): Promise<Asking & { readonly foreign: Foreign; close(): Promise<void> }> {
  const clinics = await openClinics(log)
  for (const body of ['Hello', 'Is anybody there?']) await clinics.text('+15125550142', body)
  await clinics.text('+15125550142', LAKESIDE_WORDS, { To: LAKESIDE.number })
  const [newest, theirs] = [await newestOf(clinics, CEDAR.id), await newestOf(clinics, LAKESIDE.id)]
  const { config, clock } = clinics.parts
  const later = new Date(clock.now().getTime() + DAY_MS).toISOString()
  const attachmentId = await addFile(clinics, CEDAR.id, newest)
  const address = mediaAddress(config, { organizationId: CEDAR.id, attachmentId }, clock.now())
  const visitor = await visit(clinics.url, CEDAR.id)
  const { _id: chatMessageId } = await visitor.say('Do you take walk-ins?')
  await addColleagues(clinics)
  const scheduledIds = await scheduleThree(clinics, later)
  const invited = await inviteFour(clinics)
  const { sessionId } = await keepAccounts(clinics)
  const known = { ...newest, later, visitor, attachmentId, linkTokens: invited.linkTokens }
  const replacements: Replacements = {
    [example.conversationId]: newest.conversationId,
    [example.messageId]: newest.messageId,
    ...Object.fromEntries(example.scheduledIds.map((id, nth) => [id, scheduledIds[nth] ?? ''])),
    ...both(example.invitationIds, invited.invitationIds),
    ...both(example.invitationTokens, invited.linkTokens),
    [example.undoId]: await undoOf(clinics, 'usr_lena', { organizationId: CEDAR.id, ...newest }),
    [example.attachmentId]: attachmentId,
    [example.mailId]: await addMail(clinics, CEDAR.id),
    [example.sessionId]: sessionId,
    [example.visitorId]: visitor.visitorId,
    [example.visitorSecret]: visitor.secret,
    [example.chatMessageId]: chatMessageId,
    [example.later]: later,
    ...comingDays(clock.now()),
    [example.replyMessageId]: newest.messageId,
    [example.faxKey]: config.fax.service?.webhookKey ?? '',
    [example.mediaToken]: new URL(address).searchParams.get('token') ?? '',
    [example.listingRefreshToken]: await listingTokenOf(clinics.parts, clinics.staff.lena.token, 'refresh'),
    [example.emailService]: clinics.emailService.url,
    [example.ownName]: 'lena of the staff',
    [example.email]: 'vera@demo.test',
    [example.colleagueEmail]: 'dana@demo.test',
    [example.password]: DEMO_PASSWORD,
    get [example.code]() {
      return codeNow()
    },
  }
  const [scheduledId] = await schedule(clinics, 'omar', theirs.conversationId, later, [LAKESIDE_WORDS])
  const foreign = {
    ...theirs,
    attachmentId: await addFile(clinics, LAKESIDE.id, theirs),
    mailId: await addMail(clinics, LAKESIDE.id),
    invitationId: await addForeignInvitation(clinics),
    undoId: await undoOf(clinics, 'usr_omar', { organizationId: LAKESIDE.id, ...theirs }),
    scheduledId: scheduledId ?? '',
  }
  const readStore = await createStoreReader(clinics.store)
  return { ...createAsking(clinics, { ...known, replacements }, readStore), foreign, close: clinics.close }
}

function both(examples: readonly [string, string], ids: readonly [string, string]): Replacements {
  return { [examples[0]]: ids[0], [examples[1]]: ids[1] }
}

/** Adds a file with its bytes to a message. */
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

/** Adds a mail that the worker must no longer send. */
async function addMail({ store, parts }: Clinics, organizationId: string): Promise<string> {
  const id = parts.newId()
  const words = organizationId === LAKESIDE.id ? LAKESIDE_WORDS : 'Your visit'
  await store.query(
    `insert into mails
      (organization_id, id, address, subject, content, status, user_id, user_name, created_at, ended_at)
     values ($1, $2, 'olga@patients.test', $3, $3, 'sent', 'usr_sam', 'Sam', now(), now())`,
    [organizationId, id, words],
  )
  return id
}

/** Adds two colleagues at Cedar: one whose role changes, one who is removed. Neither ever signs in. */
async function addColleagues({ store }: Clinics): Promise<void> {
  await store.query(`insert into "user" (id, name, email) values
    ('usr_rita', 'rita of the staff', 'rita@demo.test'), ('usr_paul', 'paul of the staff', 'paul@demo.test')`)
  await store.query(`insert into members (organization_id, user_id, role) values
    ('org_cedar', 'usr_rita', 'agent'), ('org_cedar', 'usr_paul', 'agent')`)
}

async function inviteFour({ staff, store, parts }: Clinics) {
  const one = async (who: string) => {
    const body = { organizationId: CEDAR.id, email: `${who}@people.test`, role: 'agent' } as const
    const { _id } = (await staff.sam.call('invite', { body })).data
    const [row] = await store.query<{ mailId: string; nonce: string }>(
      `select mail.id as "mailId", nonce from account_mails as mail join invitations on mail_id = mail.id
       where invitations.id = $1`,
      [_id],
    )
    const { mailId = '', nonce = '' } = row ?? {}
    return { _id, token: linkTokenOf(parts.config.authSecret, { kind: 'invitation', mailId, nonce }) }
  }
  const [again, gone, seen, taken] = [await one('again'), await one('gone'), await one('seen'), await one('taken')]
  return { invitationIds: [again._id, gone._id], linkTokens: [seen.token, taken.token] } as const
}

async function addForeignInvitation({ store }: Clinics): Promise<string> {
  await store.query(
    `insert into invitations
      (organization_id, id, email, role, inviter_name, invited_at, expires_at, mail_id, token_digest)
     values ($1, 'invitation9', $2, 'agent', $2, now(), '2126-11-19', 'm9', 'digest9')`,
    [LAKESIDE.id, LAKESIDE_WORDS.toLowerCase()],
  )
  return 'invitation9'
}

/** Creates an undo that stays valid longer than the test takes. */
async function undoOf(
  { store }: Clinics,
  userId: string,
  about: { organizationId: string; conversationId: string },
): Promise<string> {
  const { organizationId, conversationId } = about
  const id = `undo-${organizationId}`
  await store.query(
    `insert into undo_steps (organization_id, id, user_id, made_at, steps)
     select $1, $2, $3, '2126-11-19', json_build_array(json_build_object('conversationId', id, 'fields',
       json_build_array(json_build_object('field', 'requestType', 'before', 'billing', 'after', null))))
     from conversations where organization_id = $1 and id = $4`,
    [organizationId, id, userId, conversationId],
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

/**
 * Schedules three texts in separate conversations, because a patient's text holds the scheduled texts of their own. The
 * third is held.
 */
async function scheduleThree(clinics: Clinics, sendAt: string): Promise<string[]> {
  const [free, held] = ['+15125550143', '+15125550144']
  for (const phone of [free, held]) await clinics.text(phone, 'Hello')
  const idOf = async (phone: string) => {
    const [one] = await clinics.store.query<{ id: string }>('select id from conversations where sender = $1', [phone])
    return one?.id ?? ''
  }
  const waiting = await schedule(clinics, 'lena', await idOf(free), sendAt, ['First', 'Second'])
  const third = await schedule(clinics, 'lena', await idOf(held), sendAt, ['Third'])
  await clinics.text(held, 'Wait')
  return [...waiting, ...third]
}

async function schedule(
  { staff }: Clinics,
  name: 'lena' | 'omar',
  conversationId: string,
  sendAt: string,
  messages: readonly string[],
): Promise<string[]> {
  const organizationId = name === 'lena' ? CEDAR.id : LAKESIDE.id
  const ids = []
  for (const message of messages) {
    const body = { organizationId, conversationId, message, sendAt }
    ids.push((await staff[name].call('scheduleMessage', { body })).data._id)
  }
  return ids
}
