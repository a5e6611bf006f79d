/** A text or an e-mail that a staff member sends to one patient. [ENTITY-21] [ENTITY-22] [ENTITY-23] */
import { z } from 'zod'
import { MAIL_CONTENT_MAX, MAIL_SUBJECT_MAX } from '../defaults.ts'
import * as field from '../fields.ts'
import { conversationId, messageText } from '../inbox/fields.ts'

const notificationTypes = ['SMS', 'email'] as const

/** `unconfirmed`: the e-mail service never answered whether it accepted the mail; the API does not send it again. */
export const mailStatuses = ['queued', 'sending', 'sent', 'failed', 'unconfirmed'] as const
export type MailStatus = (typeof mailStatuses)[number]

/** One line, because text after a line break would become a header of the mail. */
const subject = field
  .filled(field.text(MAIL_SUBJECT_MAX * 4).refine((value) => !/[\r\n\t\u2028\u2029]/.test(value), 'Must be one line'))
  .max(MAIL_SUBJECT_MAX)
const content = field.filled(field.text(MAIL_CONTENT_MAX * 2)).max(MAIL_CONTENT_MAX)

const OF_TYPE = {
  SMS: { needs: ['smsContent', 'phoneNumber'], takes: [] },
  email: { needs: ['email', 'mailContent', 'mailSubject'], takes: ['conversationId'] },
} as const
const FIELDS = ['smsContent', 'phoneNumber', 'email', 'mailContent', 'mailSubject', 'conversationId'] as const

/** One object instead of a union, so that an issue names its field for either type. */
export const notificationSchema = z
  .strictObject({
    type: z.enum(notificationTypes),
    organizationId: field.organizationId,
    smsContent: messageText.optional(),
    phoneNumber: field.phoneNumber.optional(),
    email: field.emailAddress.optional(),
    mailContent: content.optional(),
    mailSubject: subject.optional(),
    /** The conversation whose history shows the mail; absent: the newest one of the patient, if only one has this address. */
    conversationId: conversationId.optional(),
  })
  .superRefine((value, context) => {
    const { needs, takes }: { needs: readonly string[]; takes: readonly string[] } = OF_TYPE[value.type]
    for (const name of FIELDS) {
      const wrong = (message: string) => context.addIssue({ code: 'custom', path: [name], message })
      if (value[name] === undefined && needs.includes(name)) wrong(`Needed for the type ${value.type}`)
      if (value[name] !== undefined && !needs.includes(name) && !takes.includes(name))
        wrong(`Not a part of the type ${value.type}`)
    }
  })
/** It names no conversation, because the examples of other calls change the example's conversation. */
export const notificationExample: z.input<typeof notificationSchema> = {
  ...{ type: 'email', organizationId: 'org_cedar', email: 'rosalind@patients.test' },
  ...{ mailSubject: 'Your visit', mailContent: 'Please bring the new card.' },
}
export type Notification = z.output<typeof notificationSchema>

export const sentNotificationSchema = z.object({
  /** The id of the message or of the mail. */
  _id: z.string(),
  type: z.enum(notificationTypes),
  /** The conversation that shows it; null if there is none. */
  conversationId: z.string().nullable(),
  /** Always `queued`; the conversation shows the later delivery status. */
  status: z.literal('queued'),
})

/** A mail as the API stored it. */
export const mailSchema = z.object({
  _id: z.string(),
  email: z.string(),
  mailSubject: z.string(),
  mailContent: z.string(),
  status: z.enum(mailStatuses),
  failureReason: z.string().nullable(),
  /** Null if no staff member wrote it. */
  userName: z.string().nullable(),
  createdAt: z.string(),
})
export type Mail = z.infer<typeof mailSchema>
