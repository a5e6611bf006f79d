import { z } from 'zod'
import { promptSchema } from './bot.ts'
import { viaSchema } from './via.ts'

/**
 * [OPEN-071] The delivery status of a message. `queued` waits for the handover to the carrier; `sending` was handed over and
 * the carrier's answer is not known yet; `received` is inbound; notes are `sent` at once.
 */
export const deliveries = ['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'received'] as const
export const deliverySchema = z.enum(deliveries)
export type Delivery = z.infer<typeof deliverySchema>

/**
 * The part of the product that wrote an outbound message. `reminder` is every text about an appointment or a due date; `answer` is
 * an automatic reply, such as the one to HELP.
 */
const origins = ['staff', 'campaign', 'template', 'reminder', 'automation', 'bot', 'answer'] as const
export const originSchema = z.enum(origins)
export type Origin = z.infer<typeof originSchema>

export const attachmentSchema = z.object({
  _id: z.string(),
  name: z.string(),
  url: z.string(),
  contentType: z.string(),
  size: z.int(),
})
export type Attachment = z.infer<typeof attachmentSchema>

export const messageSchema = z.object({
  _id: z.string(),
  conversationId: z.string(),
  organizationId: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  message: z.string(),
  attachments: z.array(attachmentSchema),
  /** An internal note, which is never sent to the patient. */
  private: z.boolean(),
  /** The patient to whom this message alone was assigned; null: the conversation's patient. [CALL-INBOX-26] */
  patientId: z.string().nullable(),
  /** The system wrote it: a confirmation, a reminder, an after-hours reply. Then `user` is null. */
  automatic: z.boolean(),
  /** Null for an inbound message. */
  origin: originSchema.nullable(),
  /** The campaign that sent it, or that the patient's message answers; the name is the one at that time. */
  campaign: z.object({ _id: z.string(), name: z.string(), step: z.int().positive() }).nullable().default(null),
  /** What a chatbot asks with it. */
  prompt: promptSchema.nullable().default(null),
  /** The automation or the chatbot that wrote it; the name is the one at that time. */
  via: viaSchema.nullable().default(null),
  /** The ids of the staff members whom an internal note mentions. */
  mentions: z.array(z.string()),
  user: z.string().nullable(),
  userName: z.string().nullable(),
  createdAt: z.string(),
  status: deliverySchema,
  failureReason: z.string().nullable(),
  version: z.int().nonnegative(),
})
export type Message = z.infer<typeof messageSchema>

export const messageExample: Message = {
  _id: '0199f0aa-3c00-7000-8000-000000000002',
  conversationId: '0199f0aa-3c00-7000-8000-000000000001',
  organizationId: 'org_cedar',
  direction: 'inbound',
  message: 'Should I bring the new card?',
  attachments: [],
  private: false,
  patientId: null,
  automatic: false,
  origin: null,
  campaign: null,
  prompt: null,
  via: null,
  mentions: [],
  user: null,
  userName: null,
  createdAt: '2026-11-19T15:14:00.000Z',
  status: 'received',
  failureReason: null,
  version: 7,
}
