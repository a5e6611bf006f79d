import type { PatientCommunication } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { changeOf, shareWords } from '../../../parts/figures/change.rules.ts'
import { minutesWords } from '../../../parts/figures/minutes.rules.ts'
import { type BoardChart, type BoardContent, datesOf, type Numeral, numeral, shareNumeral } from './content.rules.ts'

export const channelNames = { sms: 'Text', chat: 'Chat', email: 'Email', fax: 'Fax', voice: 'Phone call' } as const

export function repliesOf({ firstReply, previous }: PatientCommunication): readonly Numeral[] {
  const { typicalMinutes, within } = firstReply
  const before = previous.firstReply
  return [
    {
      ...{ metric: 'waits.answered', value: within.of, words: 'first reply', good: 'down' },
      shown: minutesWords(typicalMinutes),
      change: changeOf(typicalMinutes, before.typicalMinutes, 'difference'),
    },
    shareNumeral(
      {
        ...{ metric: 'waits.within', value: within.count, words: `within ${within.minutes} min`, good: 'up' },
        shown: shareWords(within.count, within.of),
      },
      [within.count, within.of],
      [before.within.count, before.within.of],
    ),
  ]
}

export function sentAndReceived({ received, staff, automatic, previous }: PatientCommunication): readonly Numeral[] {
  return [
    numeral('messages.received', 'received from patients', [received, previous.received]),
    numeral('messages.staff', 'sent by staff', [staff, previous.staff]),
    numeral('messages.automatic', 'sent automatically', [automatic, previous.automatic]),
  ]
}

export function messagesPerDay({ days }: PatientCommunication): BoardChart {
  return {
    name: 'Messages per day',
    days: datesOf(days),
    series: [
      { id: 'messages.received', label: 'received', tone: 1, values: days.map(({ received }) => received) },
      { id: 'messages.staff', label: 'by staff', tone: 2, below: true, values: days.map(({ staff }) => staff) },
      {
        ...{ id: 'messages.automatic', label: 'automatically', tone: 3, below: true, outlined: true },
        values: days.map(({ automatic }) => automatic),
      },
    ],
  }
}

export function communicationContent(figures: PatientCommunication): BoardContent {
  const { total, failed, previous, byChannel, days } = figures
  return {
    isEmpty: total === 0 && failed === 0,
    numbers: [
      ...sentAndReceived(figures),
      numeral('messages.failed', 'not delivered', [failed, previous.failed], 'down'),
      ...repliesOf(figures),
    ],
    charts: [
      messagesPerDay(figures),
      {
        name: 'Not delivered per day',
        days: datesOf(days),
        series: [{ id: 'messages.failed', label: 'not delivered', tone: 5, values: days.map((day) => day.failed) }],
      },
    ],
    tables: [
      {
        ...{ name: 'Messages by channel', head: 'Channel', columns: ['Received', 'Sent', 'Not delivered'] },
        rows: (['sms', 'chat', 'email', 'fax'] as const).map((channel) => {
          const counts = byChannel[channel]
          const of = { cut: 'channel', cutValue: channel } as const
          return {
            id: channel,
            label: channelNames[channel],
            cells: [
              { metric: 'messages.received', value: counts.received, words: 'received', ...of },
              { metric: 'messages.sent', value: counts.sent, words: 'sent', ...of },
              { metric: 'messages.failed', value: counts.failed, words: 'not delivered', ...of },
            ],
          }
        }),
      },
    ],
  }
}
