/** The rows behind a number, their recount, and what is exported of numbers and rows. */
import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { page, snapshot } from '../reply.ts'
import { boards } from './boards.rules.ts'
import {
  type Cut,
  cuts,
  cutValues,
  factsOf,
  hasHours,
  type MetricName,
  metricNames,
  NO_VALUE,
} from './metrics.rules.ts'
import { checkRange } from './range.ts'

const { organizationId, nothing } = field

const numberFields = {
  organizationId,
  metric: z.enum(metricNames as [MetricName, ...MetricName[]]),
  /** A gauge has no days. */
  startDate: field.day.optional(),
  endDate: field.day.optional(),
  cut: z.enum(cuts).optional(),
  /** `none` are the rows without a value. */
  value: field.text(200).min(1).optional(),
  /** Monday is 1. */
  weekday: field.wholeNumber(1, 7).optional(),
  hour: field.wholeNumber(0, 23).optional(),
}

/** A number of a dashboard, as its rows, its recount and its export ask for it. */
export interface NumberQuery {
  readonly metric: MetricName
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly cut?: Cut | undefined
  readonly value?: string | undefined
  readonly weekday?: number | undefined
  readonly hour?: number | undefined
}

/** Says which field does not fit the metric. */
function checkNumber(value: NumberQuery, issues: z.core.$ZodRawIssue[]): void {
  const { metric, startDate, endDate, cut, value: ofCut } = value
  const add = (path: keyof NumberQuery, message: string) =>
    issues.push({ code: 'custom', path: [path], message, input: value })
  const facts = factsOf(metric)
  if (facts.isGauge) {
    if (startDate !== undefined) add('startDate', 'This number has no days')
    if (endDate !== undefined) add('endDate', 'This number has no days')
  } else if (startDate === undefined) add('startDate', 'Missing')
  else if (endDate === undefined) add('endDate', 'Missing')
  else checkRange({ startDate, endDate }, issues, 'endDate', endDate)
  if (cut !== undefined && !facts.cuts.includes(cut)) add('cut', 'Not a cut of this metric')
  if (cut === undefined && ofCut !== undefined) add('value', 'Needs a cut')
  if (cut !== undefined && ofCut === undefined) add('value', 'Missing')
  const values = cut && cutValues[cut]
  if (values && ofCut !== undefined && ofCut !== NO_VALUE && !values.includes(ofCut))
    add('value', 'Not a value of this cut')
  if (hasHours(metric, cut)) return
  if (value.weekday !== undefined) add('weekday', 'This number has no weekdays')
  if (value.hour !== undefined) add('hour', 'This number has no hours')
}

const numberQuery = z.strictObject(numberFields).check(({ value, issues }) => checkNumber(value, issues))

export type RowKind =
  | ('message' | 'mail' | 'fax' | 'wait' | 'reminder' | 'review')
  | ('request' | 'visit' | 'recipient' | 'submission' | 'conversation')

const linkSchema = z.object({
  conversationId: z.string().optional(),
  appointmentId: z.string().optional(),
  patientId: z.string().optional(),
  reviewId: z.string().optional(),
  campaignId: z.string().optional(),
  submissionId: z.string().optional(),
})
export type RowLink = z.infer<typeof linkSchema>

const rowSchema = z.object({
  _id: z.string(),
  kind: z.string(),
  at: z.string(),
  /** The patient's name, or "Unknown". */
  title: z.string(),
  /** Our words, never what anybody wrote. */
  detail: z.string(),
  /** The amount that the row adds to the number. */
  adds: z.int().positive(),
  link: linkSchema,
})
export type FigureRow = z.infer<typeof rowSchema>

const days = { startDate: '2026-10-21', endDate: '2026-11-19' }

export const dashboardRows = call({
  method: 'GET',
  path: '/api/dashboard/rows',
  access: 'member',
  says: 'Read the rows behind a number of a dashboard',
  summary:
    'The rows that a figure counts, newest first. The `adds` of all pages are `total`, the figure at the same `asOf`.',
  failure: 'Failed to fetch the rows',
  query: z
    .strictObject({ ...numberFields, ...pageQuery({ limit: 50, max: 100 }) })
    .check(({ value, issues }) => checkNumber(value, issues)),
  body: nothing,
  reply: page(rowSchema).extend({ total: z.int().nonnegative() }),
  example: { query: { ...inClinic, metric: 'messages.received', ...days } },
})

export const recountFigure = call({
  method: 'GET',
  path: '/api/dashboard/recount',
  access: 'member',
  says: 'Counted the rows behind a number again',
  summary: 'The figure, and the number that its rows add up to, in one reading. It takes at most three seconds.',
  failure: 'Failed to fetch the rows',
  query: numberQuery,
  body: nothing,
  reply: snapshot(z.object({ figure: z.int().nonnegative(), rows: z.int().nonnegative() })),
  example: { query: { ...inClinic, metric: 'visits.booked', ...days } },
})

export const exportFormats = ['csv', 'xlsx', 'pdf'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportDashboard = call({
  method: 'GET',
  path: '/api/dashboard/export',
  access: 'member',
  says: 'Exported figures of a dashboard',
  summary:
    'A board with each of its series and tables, or the rows of a metric, which have no PDF. At most 50,000 rows. [ERR-13]',
  query: z
    .strictObject({
      ...numberFields,
      metric: numberFields.metric.optional(),
      board: z.enum(boards).optional(),
      /** For the score card. */
      doctorId: field.id.optional(),
      location: field.text(200).min(1).optional(),
      format: z.enum(exportFormats),
    })
    .check(({ value, issues }) => {
      const add = (path: string, message: string) =>
        issues.push({ code: 'custom', path: [path], message, input: value })
      const { metric, board, startDate, endDate } = value
      if ((metric === undefined) === (board === undefined)) return void add('board', 'Either a board or a metric')
      if (metric !== undefined) {
        if (value.format === 'pdf') add('format', 'Rows have no PDF')
        checkNumber({ ...value, metric }, issues)
        if (value.doctorId !== undefined) add('doctorId', 'Only of a score card')
        if (value.location !== undefined) add('location', 'Only of a score card')
        return
      }
      for (const one of ['cut', 'value', 'weekday', 'hour'] as const)
        if (value[one] !== undefined) add(one, 'Only of a metric')
      if (board !== 'score-card' && value.doctorId !== undefined) add('doctorId', 'Only of a score card')
      if (board !== 'score-card' && value.location !== undefined) add('location', 'Only of a score card')
      if (value.doctorId !== undefined && value.location !== undefined) add('location', 'Either a doctor or a location')
      if (startDate === undefined) add('startDate', 'Missing')
      else if (endDate === undefined) add('endDate', 'Missing')
      else checkRange({ startDate, endDate }, issues, 'endDate', endDate)
    }),
  body: nothing,
  reply: z.undefined(),
  example: { query: { ...inClinic, board: 'patient-communication', ...days, format: 'csv' } },
})
