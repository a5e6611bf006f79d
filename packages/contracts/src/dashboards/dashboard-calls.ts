/** The figures of the dashboards in a range of the organization's days, beside those of the range before. [OPEN-083] */
import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { snapshot } from '../reply.ts'
import { checkRange, rangeFields } from './range.ts'

const { organizationId, nothing } = field
const count = z.int().nonnegative()
const dayRange = { startDate: z.string(), endDate: z.string() }

const body = z.strictObject({ organizationId, ...rangeFields }).check(({ value, issues }) => {
  checkRange(value, issues, 'endDate', value.endDate)
})

/** Every day of the range in order; the counts add up to `total`. */
const series = z.array(z.object({ date: z.string(), count }))

/** The figures with their series, and those of the range before without. */
function withPrevious<Figures extends z.ZodRawShape, Own extends z.ZodRawShape>(figures: Figures, own: Own) {
  return z.object({
    ...dayRange,
    ...figures,
    series,
    ...own,
    previous: z.object({ ...dayRange, ...figures }),
  })
}

const range = { startDate: '2026-10-21', endDate: '2026-11-19' }
const asked = {
  method: 'POST',
  access: 'member',
  query: nothing,
  body,
  example: { body: { ...inClinic, ...range } },
} as const

const onlineReviewsSchema = withPrevious(
  {
    total: count,
    byRating: z.object({ 1: count, 2: count, 3: count, 4: count, 5: count }),
    average: z.number().nullable(),
    replied: count,
    /** Those that the list of reviews has under "Needs reply". */
    waiting: count,
  },
  {},
)
export type OnlineReviews = z.infer<typeof onlineReviewsSchema>

export const onlineReviewsCount = call({
  ...asked,
  path: '/api/dashboard/dashboard/online-reviews-count',
  says: 'Read the figures of online reviews',
  summary: 'The reviews of a range of days by their rating. [DASH-02] [CALL-DASH-01] [OPEN-083]',
  reply: snapshot(onlineReviewsSchema),
})

const byType = z.object({
  appointment: count,
  prescription: count,
  billing: count,
  concierge: count,
  other: count,
  form: count,
})
const selfServiceSchema = withPrevious({ total: count, byType, bySelf: byType, self: count }, {})
export type SelfServiceRequests = z.infer<typeof selfServiceSchema>

export const selfServiceRequestsCount = call({
  ...asked,
  path: '/api/dashboard/dashboard/self-service-requests-count',
  says: 'Read the figures of self-service requests',
  summary:
    'The self-service requests of a range of days by their type; `self` were finished without the staff. [DASH-03] [CALL-DASH-02] [OPEN-083]',
  reply: snapshot(selfServiceSchema),
})

const ofChannel = z.object({ received: count, sent: count, failed: count })
const communicationSchema = withPrevious(
  {
    /** `received` and `sent`. */
    total: count,
    received: count,
    /** `staff` and `automatic`. */
    sent: count,
    staff: count,
    automatic: count,
    failed: count,
    byChannel: z.object({ sms: ofChannel, chat: ofChannel, email: ofChannel, fax: ofChannel }),
    firstReply: z.object({
      /** Null without an answered wait; 481: longer than 480 minutes. */
      typicalMinutes: z.int().positive().nullable(),
      within: z.object({ minutes: z.int().positive(), count, of: count }),
    }),
  },
  { days: z.array(z.object({ date: z.string(), received: count, staff: count, automatic: count, failed: count })) },
)
export type PatientCommunication = z.infer<typeof communicationSchema>

export const patientCommunication = call({
  ...asked,
  path: '/api/dashboard/dashboard/patient-communication',
  says: 'Read the figures of patient communication',
  summary:
    'Messages, e-mails and faxes of a range of days by channel, and how soon the staff answered. [DASH-04] [CALL-DASH-03] [OPEN-083]',
  reply: snapshot(communicationSchema),
})

const reminded = z.object({ sent: count, confirmed: count, failed: count })
const remindersSchema = withPrevious(
  {
    /** `sent` and `failed`. */
    total: count,
    sent: count,
    confirmed: count,
    failed: count,
    byChannel: z.object({ sms: reminded, email: reminded, voice: reminded }),
  },
  { days: z.array(z.object({ date: z.string(), sent: count, failed: count })) },
)
export type ReminderCount = z.infer<typeof remindersSchema>

export const reminderCount = call({
  ...asked,
  path: '/api/dashboard/dashboard/reminder-count',
  says: 'Read the figures of reminders',
  summary: 'The reminders of a range of days by channel. [DASH-05] [CALL-DASH-04] [OPEN-083]',
  reply: snapshot(remindersSchema),
})

const scoreCardSchema = withPrevious(
  {
    /** All visits that begin in the range: `booked`. */
    total: count,
    booked: count,
    confirmed: count,
    kept: count,
    cancelled: count,
    noShow: count,
    rescheduled: count,
  },
  {
    /** Only hours with a visit. Monday is 1. */
    byHour: z.array(
      z.object({ weekday: z.int().min(1).max(7), hour: z.int().min(0).max(23), booked: count, kept: count }),
    ),
    /** Those of all visits of the range, whatever visits are asked for. */
    locations: z.array(z.string()),
  },
)
export type ScoreCard = z.infer<typeof scoreCardSchema>

export const scoreCardAppointments = call({
  method: 'GET',
  path: '/api/dashboard/dashboard/score-card-appointments',
  access: 'member',
  says: 'Read the score card of appointments',
  summary:
    'The visits of a range of days, of all, of a doctor or at a location; `previous` are the `day` days before. [DASH-06] [CALL-DASH-05] [OPEN-083]',
  query: z
    .strictObject({
      organizationId,
      start: field.day,
      end: field.day,
      day: field.wholeNumber(1, 366).default(30),
      doctorId: field.id.optional(),
      location: field.text(200).min(1).optional(),
    })
    .check(({ value, issues }) => {
      checkRange({ startDate: value.start, endDate: value.end }, issues, 'end', value.end)
      if (value.doctorId !== undefined && value.location !== undefined)
        issues.push({
          code: 'custom',
          path: ['location'],
          message: 'Either a doctor or a location',
          input: value.location,
        })
    }),
  body: nothing,
  reply: snapshot(scoreCardSchema),
  example: { query: { ...inClinic, start: range.startDate, end: range.endDate, day: 30 } },
})

const campaignFiguresSchema = z.object({
  _id: z.string(),
  name: z.string(),
  sentAt: z.string(),
  sent: count,
  replied: count,
  booked: count,
})
export type CampaignFigures = z.infer<typeof campaignFiguresSchema>

export const dashboardCampaigns = call({
  method: 'GET',
  path: '/api/dashboard/campaigns',
  access: 'member',
  says: 'Read the figures of the campaigns of some days',
  summary: 'The newest campaigns that sent in the range, at most 50, with what they sent and led to in it.',
  query: z.strictObject({ organizationId, ...rangeFields }).check(({ value, issues }) => {
    checkRange(value, issues, 'endDate', value.endDate)
  }),
  body: nothing,
  reply: snapshot(z.array(campaignFiguresSchema)),
  example: { query: { ...inClinic, ...range } },
})
