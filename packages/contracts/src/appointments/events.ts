import { z } from 'zod'
import { event } from '../event.ts'
import { inClinic } from '../examples.ts'
import { appointmentExample, appointmentSchema } from './appointment.ts'
import { dueDateExample, dueDateSchema } from './due-date.ts'

/** An appointment is new, or any of its own fields changed. */
export const appointmentChanged = event({
  type: 'appointment.changed',
  data: appointmentSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: appointmentExample,
})

/** More appointments changed in one transaction than events are told of: screens read their page again. */
export const appointmentsReloaded = event({
  type: 'appointments.reloaded',
  data: z.object({
    organizationId: z.string(),
    /** The first and the last day that changed. */
    from: z.string(),
    to: z.string(),
    cause: z.enum(['import', 'sync', 'settings', 'change']),
  }),
  // The relay keeps the newest event of a key: another range is another one.
  key: ({ from, to }) => `${from} ${to}`,
  audience: () => 'organization',
  example: { ...inClinic, from: '2026-11-20', to: '2026-12-04', cause: 'import' },
})

/** A due date is new, or changed. */
export const dueChanged = event({
  type: 'due.changed',
  data: dueDateSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: dueDateExample,
})
