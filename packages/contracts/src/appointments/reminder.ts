/** The ledger of reminders: an entry for each text or e-mail about an appointment, or for the reason why none was sent. */
import { z } from 'zod'
import { reminderChannels, reminderStatuses, reminderTypes } from './appointment.ts'

export const appointmentReminderSchema = z.object({
  _id: z.string(),
  appointmentId: z.string(),
  /** The start that it is about: a moved appointment is reminded of its new start. */
  startsAt: z.string(),
  /** The step of the cadence; `manual` where staff sent it. */
  step: z.string(),
  type: z.enum(reminderTypes),
  channel: z.enum(reminderChannels),
  status: z.enum(reminderStatuses),
  reason: z.string().nullable(),
  messageId: z.string().nullable(),
  mailId: z.string().nullable(),
  /** The number or the e-mail address. */
  address: z.string().nullable(),
  user: z.string().nullable(),
  createdAt: z.string(),
})
export type AppointmentReminder = z.infer<typeof appointmentReminderSchema>
