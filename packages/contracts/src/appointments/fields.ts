/** The fields that calls of appointments share. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { jsonOf } from '../query.ts'
import { isTimeOfDay, WRONG_TIME } from '../time/time-of-day.rules.ts'
import { type AppointmentSort, appointmentViews, type SortField, sortFields } from './status.rules.ts'

export const timeOfDay = z.string().max(5).refine(isTimeOfDay, WRONG_TIME)
export const minutes = z.int().min(5).max(480)
export const appointmentIds = z
  .array(field.id)
  .min(1)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, 'Names an appointment twice')

const views = new Map<string, (typeof appointmentViews)[number]>(
  appointmentViews.map((view) => [view.toLowerCase(), view]),
)

/** [LIST-05] Absent, empty and `All` mean any status. */
const view = field
  .text(20)
  .transform((value, context) => {
    const wanted = value.toLowerCase()
    if (wanted === '' || wanted === 'all') return null
    const found = views.get(wanted)
    if (found !== undefined) return found
    context.addIssue({ code: 'custom', message: 'Not a status' })
    return z.NEVER
  })
  .nullable()
  .default(null)

/** [OPEN-019] Empty means both. `notEligible` is also a patient whose coverage is not known. */
export const eligible = z.enum(['', 'eligible', 'notEligible']).default('')

const short = field.text(100).trim()

/** [SEC-06] [CALL-CAMPAIGN-13] Exactly these keys, and no operator. */
export const listQuery = z
  .strictObject({
    search: short.optional(),
    dateFrom: field.day.optional(),
    dateTo: field.day.optional(),
    eligible,
    appointmentType: short.optional(),
    appointmentStatus: view,
    doctorId: short.optional(),
    insuranceType: short.optional(),
  })
  .refine(({ dateFrom, dateTo }) => dateFrom === undefined || dateTo === undefined || dateFrom <= dateTo, {
    path: ['dateTo'],
    error: 'Must not be before dateFrom',
  })
export type AppointmentFilter = z.output<typeof listQuery>

const direction = z.literal([1, -1])

/** [OPEN-063] `{"appointmentDate":1}`: one field of an appointment. */
export const sort = jsonOf(
  z
    .partialRecord(z.enum(sortFields), direction)
    .refine((given) => Object.keys(given).length === 1, 'Names one field')
    .transform((given): AppointmentSort => {
      const [name = 'appointmentDate'] = Object.keys(given) as SortField[]
      return { field: name, direction: given[name] ?? 1 }
    }),
  100,
)
