/** A board as tables, which its files and its print have beside the charts. */
import type { Board } from '@foyer/contracts/dashboards/boards.rules.ts'
import type { BoardFigures } from '../read-board.ts'

/** Numbers stay numbers, so that a spreadsheet adds them up. */
export type Cell = string | number

export interface ExportTable {
  readonly title: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** The column that a chart of the table draws; absent: none. */
  readonly drawn?: number
}

type Series = readonly { readonly date: string; readonly count: number }[]

const seriesTable = (title: string, series: Series): ExportTable => ({
  ...{ title, header: ['Date', 'Count'], drawn: 1 },
  rows: series.map(({ date, count }) => [date, count]),
})

/** Names of figures beside those of the range before. */
function figuresTable(
  figures: object & { readonly previous: object },
  names: Readonly<Record<string, string>>,
): ExportTable {
  const [now, before] = [figures, figures.previous] as Readonly<Record<string, unknown>>[]
  const cell = (value: unknown): Cell => (typeof value === 'number' ? value : '')
  return {
    ...{ title: 'Totals', header: ['Figure', 'This range', 'Range before'] },
    rows: Object.entries(names).map(([key, name]) => [name, cell(now?.[key]), cell(before?.[key])]),
  }
}

const TYPES = {
  ...{ appointment: 'Appointment', prescription: 'Prescription', billing: 'Billing', concierge: 'Concierge' },
  ...{ other: 'Other', form: 'Form' },
} as const
const CHANNELS = { sms: 'Text', chat: 'Chat', email: 'E-mail', fax: 'Fax' } as const
const REMINDED = { sms: 'Text', email: 'E-mail', voice: 'Call' } as const
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const keysOf = <Key extends string>(names: Readonly<Record<Key, string>>) =>
  Object.entries(names) as [key: Key, name: string][]

const TABLES: { readonly [B in Board]: (figures: BoardFigures[B]) => ExportTable[] } = {
  'patient-communication': (figures) => [
    figuresTable(figures, {
      ...{ total: 'Messages', received: 'Received from patients', sent: 'Sent', staff: 'Sent by the staff' },
      ...{ automatic: 'Sent automatically', failed: 'Not delivered' },
    }),
    {
      ...{ title: 'First reply', header: ['Figure', 'This range', 'Range before'] },
      rows: [
        ['Typical minutes', figures.firstReply.typicalMinutes ?? '', figures.previous.firstReply.typicalMinutes ?? ''],
        [
          `Within ${figures.firstReply.within.minutes} minutes`,
          figures.firstReply.within.count,
          figures.previous.firstReply.within.count,
        ],
        ['Answered', figures.firstReply.within.of, figures.previous.firstReply.within.of],
      ],
    },
    {
      ...{ title: 'By channel', header: ['Channel', 'Received', 'Sent', 'Not delivered'] },
      rows: keysOf(CHANNELS).map(([channel, name]) => {
        const { received, sent, failed } = figures.byChannel[channel]
        return [name, received, sent, failed]
      }),
    },
    {
      ...{ title: 'By day', header: ['Date', 'Received', 'By the staff', 'Automatic', 'Not delivered'], drawn: 1 },
      rows: figures.days.map(({ date, received, staff, automatic, failed }) => [
        date,
        received,
        staff,
        automatic,
        failed,
      ]),
    },
  ],
  'online-reviews': (figures) => [
    figuresTable(figures, {
      total: 'Reviews',
      average: 'Average',
      replied: 'With a reply',
      waiting: 'Without a reply',
    }),
    {
      ...{ title: 'By rating', header: ['Stars', 'Reviews', 'Range before'] },
      rows: ([5, 4, 3, 2, 1] as const).map((stars) => [
        stars,
        figures.byRating[stars],
        figures.previous.byRating[stars],
      ]),
    },
    seriesTable('Reviews by day', figures.series),
  ],
  'self-service-requests': (figures) => [
    figuresTable(figures, { total: 'Requests', self: 'Finished without the staff' }),
    {
      ...{ title: 'By type', header: ['Type', 'Requests', 'Without the staff', 'Range before'] },
      rows: keysOf(TYPES).map(([type, name]) => [
        ...[name, figures.byType[type], figures.bySelf[type], figures.previous.byType[type]],
      ]),
    },
    seriesTable('Requests by day', figures.series),
  ],
  reminders: (figures) => [
    figuresTable(figures, { total: 'Reminders', sent: 'Sent', confirmed: 'Confirmed', failed: 'Not delivered' }),
    {
      ...{ title: 'By channel', header: ['Channel', 'Sent', 'Confirmed', 'Not delivered'] },
      rows: keysOf(REMINDED).map(([channel, name]) => {
        const { sent, confirmed, failed } = figures.byChannel[channel]
        return [name, sent, confirmed, failed]
      }),
    },
    seriesTable('Reminders by day', figures.series),
  ],
  'score-card': (figures) => [
    figuresTable(figures, {
      ...{ booked: 'Visits', confirmed: 'Confirmed', kept: 'Kept', cancelled: 'Cancelled', noShow: 'No-shows' },
      rescheduled: 'Moved',
    }),
    {
      ...{ title: 'By hour', header: ['Weekday', 'Hour', 'Visits', 'Kept'] },
      rows: figures.byHour.map(({ weekday, hour, booked, kept }) => [
        ...[WEEKDAYS[weekday - 1] ?? '', `${String(hour).padStart(2, '0')}:00`, booked, kept],
      ]),
    },
    seriesTable('Visits by day', figures.series),
  ],
}

export function tablesOf<B extends Board>(board: B, figures: BoardFigures[B]): ExportTable[] {
  return TABLES[board](figures)
}

/** The limit of the tables: "Doctor" and the name. */
export type Filter = readonly (readonly [by: string, which: string])[]

/** The filter and the tables below one another, as a sheet has them. */
export function sheetOf(tables: readonly ExportTable[], filter: Filter): Cell[][] {
  return [
    ...filter.map((line) => [...line]),
    ...tables.flatMap(({ title, header, rows }, nth) => [
      ...(nth === 0 && filter.length === 0 ? [] : [[]]),
      [title],
      [...header],
      ...rows.map((row) => [...row]),
    ]),
  ]
}
