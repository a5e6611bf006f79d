/** The desks of the staff: who is on shift and what they do. */
import { z } from 'zod'
import { call } from '../call.ts'
import { event } from '../event.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { snapshot } from '../reply.ts'
import { deskStates } from './desk.rules.ts'

const { organizationId, nothing } = field

export const deskSchema = z.object({
  userId: z.string(),
  /** The first name alone. */
  name: z.string(),
  initials: z.string(),
  state: z.enum(deskStates),
  /** When this state began. */
  since: z.string(),
  /** The end of a break, if it has one. */
  until: z.string().nullable(),
  version: z.int().nonnegative(),
})
export type Desk = z.infer<typeof deskSchema>

const deskExample: Desk = {
  ...{ userId: 'usr_dana', name: 'Dana', initials: 'DW', state: 'on', since: '2026-11-19T14:02:00.000Z' },
  ...{ until: null, version: 16 },
}

export const desks = call({
  method: 'GET',
  path: '/api/inbox/shift',
  access: 'member',
  says: 'Looked up who is on shift',
  summary: 'The desks of everyone who was on shift today, by name.',
  failure: 'Failed to fetch who is on shift',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(z.array(deskSchema)),
  example: { query: inClinic },
})

export const changeDesk = call({
  method: 'POST',
  path: '/api/inbox/shift',
  access: 'member',
  says: 'Changed what their own desk does',
  summary:
    "Sets the state of the caller's own desk: on shift, on a call, on a break that may have an end, or off. The state that it has already is a success that changes nothing.",
  failure: 'Failed to change your shift',
  query: nothing,
  body: z.strictObject({
    organizationId,
    state: z.enum(deskStates),
    /** The end of the break, at most four hours ahead; of a break alone. */
    until: field.instant.optional(),
  }),
  reply: snapshot(deskSchema),
  example: { body: { ...inClinic, state: 'call' } },
})

/** A desk has another state. */
export const deskChanged = event({
  type: 'desk.changed',
  data: deskSchema,
  key: ({ userId }) => userId,
  audience: () => 'organization',
  example: deskExample,
})
