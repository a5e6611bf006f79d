/** The notices under a staff member's bell: the calls that read and mark them, and the events that tell of them. */
import { z } from 'zod'
import { call } from '../call.ts'
import { event } from '../event.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { conversationExample } from '../inbox/conversation.ts'
import { snapshot } from '../reply.ts'

const { organizationId, nothing } = field

/** The bell lists this many notices. */
export const NOTICES_MAX = 50

/**
 * The reason of a notice: a colleague mentioned or assigned the staff member; a text of theirs failed; a text that they
 * scheduled, or that was scheduled in a conversation of theirs, is held because the patient wrote first; or a text that they
 * scheduled was cancelled because the patient opted out; an automation tells them something; or a
 * colleague tells them of a reply to a review. Other modules may add kinds; a screen shows an unknown kind by
 * its text.
 */
const noticeKinds = ['mention', 'assigned', 'failed', 'held', 'cancelled', 'automation', 'review'] as const

const noticeSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  /** The staff member whom it is for. */
  user: z.string(),
  kind: z.enum(noticeKinds),
  /** Null where a review, or something without a conversation, is told of. */
  conversationId: z.string().nullable(),
  /** The patient's name, or `Unknown`, as in the conversation; empty without one. */
  patientName: z.string(),
  /** The conversation's number; empty for a visitor of the website. */
  phoneNumber: z.string(),
  /** The beginning of the note or of the text; empty for an assignment. */
  text: z.string(),
  /** The colleague who caused it, or who wrote the held text of a conversation of theirs; null for the carrier and the patient. */
  by: z.string().nullable(),
  byName: z.string().nullable(),
  at: z.string(),
  /** When it was seen, or when what it asks for was done; null until then. */
  seenAt: z.string().nullable(),
  version: z.int().nonnegative(),
})
export type Notice = z.infer<typeof noticeSchema>
export type NoticeKind = Notice['kind']

export const noticeExample: Notice = {
  _id: '21',
  ...inClinic,
  user: 'usr_dana',
  kind: 'mention',
  conversationId: conversationExample.id,
  patientName: conversationExample.name,
  phoneNumber: conversationExample.phoneNumber,
  text: 'Dana, do you know the new card?',
  by: 'usr_lena',
  byName: 'Lena Kim',
  at: '2026-11-19T15:16:00.000Z',
  seenAt: null,
  version: 21,
}

/** The count of all unseen notices of the caller, not only of those that are listed. */
const unseen = z.int().nonnegative()

export const notices = call({
  method: 'GET',
  path: '/api/notices',
  access: 'member',
  says: 'Read their own notifications',
  summary: `The caller's newest ${NOTICES_MAX} notices, and how many of all of them are unseen.`,
  failure: 'Failed to fetch notices',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(z.array(noticeSchema)).extend({ unseen }),
  example: { query: inClinic },
})

export const seeNotices = call({
  method: 'POST',
  path: '/api/notices/seen',
  access: 'member',
  says: 'Viewed their notifications',
  summary: "Marks the caller's notices with these ids as seen; without ids, all of them. Others are left as they are.",
  failure: 'Failed to mark notices as read',
  query: nothing,
  body: z.strictObject({ organizationId, ids: z.array(field.id).min(1).max(NOTICES_MAX).optional() }),
  reply: snapshot(z.object({ unseen })),
  example: { body: { ...inClinic, ids: [noticeExample._id] } },
})

const ofNotice = {
  data: noticeSchema,
  key: ({ _id }: { readonly _id: string }) => _id,
  audience: ({ user }: { readonly user: string }) => `staff:${user}` as const,
}

export const noticeAdded = event({ type: 'notice.added', ...ofNotice, example: noticeExample })

/** The notice was seen, or what it asks for was done. */
export const noticeChanged = event({
  type: 'notice.changed',
  ...ofNotice,
  example: { ...noticeExample, seenAt: '2026-11-19T15:20:00.000Z', version: 22 },
})
