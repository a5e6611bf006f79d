/** The wallboard: its snapshot, and the events that keep it current. None holds a patient's name, number or text. */
import { z } from 'zod'
import { call } from '../call.ts'
import { countsSchema } from '../counts.ts'
import { event } from '../event.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { channelSchema, conversationExample, requestTypeSchema } from '../inbox/conversation.ts'
import { snapshot } from '../reply.ts'
import { BOARD_TOPIC } from '../topic.rules.ts'
import { deskSchema } from './desk.ts'

/** A conversation whose patient waits, or whose last text was not delivered. */
const boardRowSchema = z.object({
  _id: z.string(),
  /** Two letters of the family name; empty if the patient is not known. */
  letters: z.string().max(4),
  requestType: requestTypeSchema.nullable(),
  channel: channelSchema,
  /** The time of the oldest message without an answer. */
  waitingSince: z.string().nullable(),
  /** Staff ids. */
  assigned: z.array(z.string()),
  /** The last text was not delivered. */
  failed: z.boolean(),
  version: z.int().nonnegative(),
})
export type BoardRow = z.infer<typeof boardRowSchema>

const amount = z.int().nonnegative()

/** The figures of a day of the organization so far. */
const boardDaySchema = z.object({
  day: z.string(),
  /** When the day began. */
  since: z.string(),
  received: amount,
  /** Messages to patients as the dashboards count them, by the staff and automatic ones; those that failed are not among them. */
  sent: amount,
  failed: amount,
  /**
   * The middle of the first replies' open waiting times as the dashboards have it; null without a reply, 481: longer than 480
   * minutes.
   */
  typicalMinutes: amount.nullable(),
  within: z.object({ minutes: amount, count: amount, of: amount }),
  /** Those that are not cancelled; `confirmed` are those that ever were, as on the dashboards, and were not moved since. */
  visits: z.object({ today: amount, confirmed: amount, toChase: amount }),
  /** By staff id: the open conversations that are assigned to them. */
  loads: z.record(z.string(), amount),
  version: z.int().nonnegative(),
})
export type BoardDay = z.infer<typeof boardDaySchema>

export const board = call({
  method: 'GET',
  path: '/api/dashboard/board',
  access: 'member',
  says: 'Looked at the wallboard',
  summary:
    'Everything that the wallboard shows: the conversations that wait or have an undelivered text, the longest waits first, at most 5,000; the desks of today; the figures of the day; and how many relays have the newest event.',
  failure: 'Failed to fetch the board',
  query: z.strictObject({ organizationId: field.organizationId }),
  body: field.nothing,
  reply: snapshot(
    z.object({
      rows: z.array(boardRowSchema),
      /** Some rows did not fit. */
      truncated: z.boolean(),
      desks: z.array(deskSchema),
      day: boardDaySchema,
      counts: countsSchema,
      relays: z.object({ of: amount, upToDate: amount }),
      settings: z.object({ lateMinutes: amount, overdueMinutes: amount }),
      organization: z.object({ name: z.string(), timezone: z.string() }),
    }),
  ),
  example: { query: inClinic },
})

/** A conversation came onto the board, changed on it or left it: then it neither waits nor has failed. */
export const boardChanged = event({
  type: 'board.changed',
  data: boardRowSchema,
  key: ({ _id }) => _id,
  audience: () => BOARD_TOPIC,
  example: {
    ...{ _id: conversationExample.id, letters: 'CA', requestType: 'appointment', channel: 'sms' },
    ...{ waitingSince: '2026-11-19T15:14:00.000Z', assigned: ['usr_lena'], failed: false, version: 17 },
  },
})

/** The figures of the day moved. A day's figures are told at most every five seconds. */
export const dayChanged = event({
  type: 'day.changed',
  data: boardDaySchema,
  key: ({ day }) => day,
  audience: () => BOARD_TOPIC,
  example: {
    ...{ day: '2026-11-19', since: '2026-11-19T06:00:00.000Z', received: 148, sent: 162, failed: 2 },
    ...{ typicalMinutes: 7, within: { minutes: 15, count: 41, of: 52 } },
    ...{ visits: { today: 48, confirmed: 31, toChase: 11 }, loads: { usr_dana: 6 }, version: 18 },
  },
})
