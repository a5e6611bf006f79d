/** The calls that read for many patients at once what a list shows of each. GraphQL asks them, one a level. */
import { z } from 'zod'
import { appointmentSchema } from '../appointments/appointment.ts'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { conversationSchema } from '../inbox/conversation.ts'
import { listOf } from '../query.ts'
import { snapshot } from '../reply.ts'
import { CHILDREN_MAX, PATIENTS_AT_ONCE } from './children.rules.ts'

const { organizationId, nothing } = field
const patientIds = listOf(field.id, PATIENTS_AT_ONCE)

const { id, status, unreadCount } = conversationSchema.shape
const briefConversationSchema = z.object({ id, status, unreadCount })
export type BriefConversation = z.infer<typeof briefConversationSchema>

export const newestConversations = call({
  method: 'GET',
  path: '/api/main/patients/newest-conversations',
  access: 'member',
  says: "Read the newest conversations of a list's patients",
  summary: 'The newest conversation of each patient; patients without one, and those that are not found, are left out.',
  failure: 'Failed to fetch the conversations',
  query: z.strictObject({ organizationId, patientIds }),
  body: nothing,
  reply: snapshot(z.array(z.object({ patientId: z.string(), conversation: briefConversationSchema }))),
  example: { query: { ...inClinic, patientIds: [example.patientIds[0]] } },
})

export const newestVisits = call({
  method: 'GET',
  path: '/api/main/patients/newest-visits',
  access: 'member',
  says: "Read the visits of a list's patients",
  summary: 'The last appointments of each patient, those to come among them, newest first.',
  failure: 'Failed to fetch appointments',
  query: z.strictObject({
    organizationId,
    patientIds,
    limit: field.wholeNumber(1, CHILDREN_MAX).default(CHILDREN_MAX),
  }),
  body: nothing,
  reply: snapshot(z.array(appointmentSchema)),
  example: { query: { ...inClinic, patientIds: [example.patientIds[0]], limit: 3 } },
})
