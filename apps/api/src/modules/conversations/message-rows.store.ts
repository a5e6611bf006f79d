import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Selectable } from 'kysely'
import type { MessageTable } from './conversations.tables.ts'

/** The columns that `messageOf` reads. */
export const MESSAGE_COLUMNS = [
  'id',
  'conversation_id',
  'organization_id',
  'direction',
  'body',
  'attachments',
  'private',
  'patient_id',
  'automatic',
  'origin',
  'campaign_id',
  'campaign_name',
  'campaign_step',
  'prompt',
  'via',
  'mentions',
  'user_id',
  'user_name',
  'created_at',
  'status',
  'failure_reason',
  'version',
] as const satisfies readonly (keyof MessageTable)[]

type MessageRow = Pick<Selectable<MessageTable>, (typeof MESSAGE_COLUMNS)[number]>

/** The only builder of a message: threads and events all use it. */
export function messageOf(row: MessageRow): Message {
  return {
    _id: row.id,
    conversationId: row.conversation_id,
    organizationId: row.organization_id,
    direction: row.direction,
    message: row.body,
    attachments: row.attachments,
    private: row.private,
    patientId: row.patient_id,
    automatic: row.automatic,
    origin: originOf(row),
    campaign: campaignOf(row),
    prompt: row.prompt,
    via: row.via,
    mentions: row.mentions,
    user: row.user_id,
    userName: row.user_name,
    createdAt: row.created_at.toISOString(),
    status: row.status,
    failureReason: row.failure_reason,
    version: row.version,
  }
}

function campaignOf({ campaign_id, campaign_name, campaign_step }: MessageRow): Message['campaign'] {
  if (campaign_id === null || campaign_name === null) return null
  return { _id: campaign_id, name: campaign_name, step: campaign_step ?? 1 }
}

/** Programs of before `origin` stored none. */
export function originOf({
  direction,
  origin,
  user_id,
}: Pick<MessageRow, 'direction' | 'origin' | 'user_id'>): Message['origin'] {
  if (direction === 'inbound') return null
  return origin ?? (user_id === null ? 'answer' : 'staff')
}
