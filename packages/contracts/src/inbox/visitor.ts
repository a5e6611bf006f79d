/** A visitor who chats from a clinic's web page: the token's claims and the messages that the visitor may see. */
import { z } from 'zod'
import { event } from '../event.ts'
import { promptSchema } from './bot.ts'

/** Tokens of staff and of visitors have different `aud`, so that neither is valid for the other's calls. */
export const VISITOR_AUDIENCE = 'foyer-visitor'

/** `sub` is the visitor's id, which is also the `from` of the visitor's only conversation. [OPEN-076] */
export const visitorClaimsSchema = z.object({
  iss: z.string(),
  aud: z.literal(VISITOR_AUDIENCE),
  sub: z.string(),
  organizationId: z.string(),
  iat: z.number(),
  exp: z.number(),
})
export type VisitorClaims = z.infer<typeof visitorClaimsSchema>

/** A message as the patient sees it: no notes, no staff ids, no last names. */
export const visitorMessageSchema = z.object({
  _id: z.string(),
  /** The id that the visitor's page assigned; null for a message of the clinic. */
  clientId: z.string().nullable(),
  by: z.enum(['visitor', 'clinic']),
  /** The first name of the staff member, or the assistant's name. */
  name: z.string().nullable(),
  message: z.string(),
  /** The number of attached files, which the chat does not show. */
  files: z.int().nonnegative(),
  createdAt: z.string(),
  /** No person wrote it. */
  automatic: z.boolean().default(false),
  /** What it asks, with its choices as buttons. */
  prompt: promptSchema.nullable().default(null),
})
export type VisitorMessage = z.infer<typeof visitorMessageSchema>

/** A new message in a chat, with the fields that its visitor may see. */
export const visitorMessage = event({
  type: 'visitor.message',
  data: z.object({ visitorId: z.string(), message: visitorMessageSchema }),
  key: ({ message }) => message._id,
  audience: ({ visitorId }) => `visitor:${visitorId}`,
  example: {
    visitorId: 'visitor_6f1c0a7be2d94c53a1f08b7d2e4c9a10',
    message: {
      _id: '0199f0aa-3c00-7000-8000-000000000003',
      clientId: null,
      by: 'clinic',
      name: 'Lena',
      message: 'Yes, please bring the new card.',
      files: 0,
      createdAt: '2026-11-19T15:16:00.000Z',
      automatic: false,
      prompt: null,
    },
  },
})
