/** Somebody who chats from a clinic's web page: what their token says, what they may see of their conversation. */
import { z } from 'zod'
import { event } from '../event.ts'

/** No token of the staff has this `aud`, and none of a visitor has theirs: neither opens the other's doors. */
export const VISITOR_AUDIENCE = 'foyer-visitor'

/** `sub` is the visitor's id, and `from` of the one conversation that is theirs. [OPEN-076] */
export const visitorClaimsSchema = z.object({
  iss: z.string(),
  aud: z.literal(VISITOR_AUDIENCE),
  sub: z.string(),
  organizationId: z.string(),
  iat: z.number(),
  exp: z.number(),
})
export type VisitorClaims = z.infer<typeof visitorClaimsSchema>

/** A message as the patient sees it: no note, no id of the staff, nobody's last name. */
export const visitorMessageSchema = z.object({
  _id: z.string(),
  /** The id that the visitor's own page gave it; null for what the clinic wrote. */
  clientId: z.string().nullable(),
  by: z.enum(['visitor', 'clinic']),
  /** The first name of the staff member. */
  name: z.string().nullable(),
  message: z.string(),
  /** How many files came with it, which a chat does not show. */
  files: z.int().nonnegative(),
  createdAt: z.string(),
})
export type VisitorMessage = z.infer<typeof visitorMessageSchema>

/** A message joined a chat, as its visitor may see it. */
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
    },
  },
})
