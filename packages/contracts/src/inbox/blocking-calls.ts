import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok } from '../reply.ts'

const { organizationId, phoneNumber } = field

export const blockPhoneNumber = call({
  method: 'POST',
  path: '/api/inbox/block-phone-number',
  access: 'member',
  says: 'Blocked or unblocked a number',
  summary: 'Blocks a number, or lets it through again as far as its patient wants. [CALL-INBOX-28]',
  failure: 'Failed to block phone number',
  query: field.nothing,
  body: z.strictObject({ organizationId, phoneNumber, blockPhoneNumber: z.boolean() }),
  reply: ok(z.object({ phoneNumber: z.string(), blocked: z.boolean() })),
  example: { body: { ...inClinic, phoneNumber: '5125550166', blockPhoneNumber: true } },
})
