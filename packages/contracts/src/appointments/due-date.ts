/** A visit that a patient should have by a day, such as a yearly check-up. */
import { z } from 'zod'
import { inClinic } from '../examples.ts'

export const dueDateSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  patientId: z.string(),
  patientName: z.string(),
  phoneNumber: z.string().nullable(),
  appointmentType: z.string(),
  /** YYYY-MM-DD */
  dueDate: z.string(),
  lastVisitDate: z.string().nullable(),
  /** A completed visit of the type makes the next due date so many days later; null makes none. */
  everyDays: z.int().positive().nullable(),
  /** By the organization's today, when the API answered. */
  status: z.enum(['overdue', 'due', 'upcoming']),
  /** A coming visit of the type. */
  booked: z.object({ appointmentId: z.string(), date: z.string() }).nullable(),
  invitedAt: z.string().nullable(),
  doneAt: z.string().nullable(),
  version: z.int().nonnegative(),
})
export type DueDate = z.infer<typeof dueDateSchema>

export const dueDateExample: DueDate = {
  _id: '0199f0aa-3c00-7000-8000-000000000022',
  ...inClinic,
  patientId: 'p1',
  patientName: 'Rosalind Carver',
  phoneNumber: '+15125550142',
  appointmentType: 'Mammogram',
  dueDate: '2026-10-28',
  lastVisitDate: '2024-10-20',
  everyDays: 730,
  status: 'overdue',
  booked: null,
  invitedAt: null,
  doneAt: null,
  version: 9,
}
