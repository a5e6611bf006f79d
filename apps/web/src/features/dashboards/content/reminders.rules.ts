import type { ReminderCount } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { shareWords } from '../../../parts/figures/change.rules.ts'
import { channelNames } from './communication.rules.ts'
import { type BoardContent, datesOf, type Numeral, numeral, shareNumeral } from './content.rules.ts'

const channels = ['sms', 'email', 'voice'] as const

export interface ChannelRow {
  readonly channel: (typeof channels)[number]
  readonly label: string
  readonly sent: Numeral
  readonly confirmed: Numeral
  readonly failed: Numeral
  readonly share: string
}

/** A channel without a single reminder has no row, except for texts. */
export function channelsOf({ byChannel }: ReminderCount): readonly ChannelRow[] {
  return channels
    .filter((channel) => channel === 'sms' || byChannel[channel].sent + byChannel[channel].failed > 0)
    .map((channel) => {
      const { sent, confirmed, failed } = byChannel[channel]
      const of = { cut: 'channel', cutValue: channel } as const
      const label = channelNames[channel]
      return {
        ...{ channel, label, share: shareWords(confirmed, sent) },
        sent: { metric: 'reminders.sent', value: sent, words: `reminders sent by ${label.toLowerCase()}`, ...of },
        confirmed: { metric: 'reminders.confirmed', value: confirmed, words: 'confirmed', ...of },
        failed: { metric: 'reminders.failed', value: failed, words: 'not delivered', ...of },
      }
    })
}

export function confirmedShare({ sent, confirmed, previous }: ReminderCount): Numeral {
  return shareNumeral(
    {
      ...{ metric: 'reminders.confirmed', value: confirmed, words: 'confirmed after a reminder', good: 'up' },
      shown: shareWords(confirmed, sent),
    },
    [confirmed, sent],
    [previous.confirmed, previous.sent],
  )
}

export function remindersContent(figures: ReminderCount): BoardContent {
  const { total, sent, confirmed, failed, previous, days } = figures
  return {
    isEmpty: total === 0,
    numbers: [
      numeral('reminders.sent', 'reminders sent', [sent, previous.sent]),
      numeral('reminders.confirmed', 'confirmed', [confirmed, previous.confirmed], 'up'),
      confirmedShare(figures),
      numeral('reminders.failed', 'not delivered', [failed, previous.failed], 'down'),
    ],
    charts: [
      {
        name: 'Reminders per day',
        days: datesOf(days),
        series: [
          { id: 'reminders.sent', label: 'sent', tone: 1, values: days.map((day) => day.sent) },
          { id: 'reminders.failed', label: 'not delivered', tone: 5, values: days.map((day) => day.failed) },
        ],
      },
    ],
    tables: [
      {
        ...{ name: 'Reminders by channel', head: 'Channel' },
        columns: ['Sent', 'Confirmed', 'Share', 'Not delivered'],
        rows: channelsOf(figures).map(({ channel, label, sent: all, confirmed: yes, share, failed: lost }) => ({
          ...{ id: channel, label, cells: [all, yes, share, lost] },
        })),
      },
    ],
  }
}
