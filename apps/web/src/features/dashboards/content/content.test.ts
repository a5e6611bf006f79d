import { expect, test } from 'vitest'
import { communication, reminders, requests, reviews, scoreCard } from '../../../../test/dashboards-world.tsx'
import { minutesWords } from '../../../parts/figures/minutes.rules.ts'
import { communicationContent, messagesPerDay, repliesOf } from './communication.rules.ts'
import { channelsOf, remindersContent } from './reminders.rules.ts'
import { kindsOf, requestsContent } from './requests.rules.ts'
import { reviewsContent } from './reviews.rules.ts'
import { heatLines, heatOf, hourWords, scoreCardContent } from './score-card.rules.ts'

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

test('each dashboard draws in its chart what its number says', () => {
  const contents = [
    communicationContent(communication),
    reviewsContent(reviews),
    requestsContent(requests),
    remindersContent(reminders),
    scoreCardContent(scoreCard),
  ]
  for (const { numbers, charts } of contents)
    for (const { series } of charts)
      for (const { id, values } of series) {
        const number = numbers.find(({ metric, shown }) => metric === id && shown === undefined)
        expect([id, sum(values)]).toEqual([id, number?.value])
      }
})

test('a table by a cut adds up to its number', () => {
  const [table] = reviewsContent(reviews).tables
  const cells = table?.rows.map(({ cells: [cell] }) => (typeof cell === 'object' ? cell.value : 0)) ?? []
  expect(sum(cells)).toBe(reviews.total)
  expect(sum(kindsOf(requests).map(({ made }) => made.value))).toBe(requests.total)
  expect(sum(channelsOf(reminders).map(({ sent }) => sent.value))).toBe(reminders.sent)
})

test('messagesPerDay draws what the clinic sent below the line', () => {
  const { series } = messagesPerDay(communication)
  expect(series.map(({ id, below = false }) => [id, below])).toEqual([
    ['messages.received', false],
    ['messages.staff', true],
    ['messages.automatic', true],
  ])
})

test('repliesOf prints how soon the staff answered, and takes less for better', () => {
  expect(repliesOf(communication)).toMatchObject([
    { shown: '7 min', metric: 'waits.answered', value: 100, good: 'down', change: { direction: 'down', words: '2' } },
    { shown: '81%', metric: 'waits.within', value: 81, words: 'within 15 min', good: 'up' },
  ])
  expect([minutesWords(null), minutesWords(480), minutesWords(481)]).toEqual(['–', '480 min', 'over 8 h'])
})

test('kindsOf has the kind with the most requests first, and tells what the staff finished', () => {
  expect(kindsOf(requests)[0]).toMatchObject({ kind: 'appointment', made: { value: 40, cut: 'type' }, passed: 10 })
})

test('channelsOf leaves out a channel without a reminder', () => {
  expect(channelsOf(reminders).map(({ channel, share }) => [channel, share])).toEqual([
    ['sms', '68%'],
    ['email', '40%'],
  ])
  expect(remindersContent(reminders).numbers.map(({ metric }) => metric)).toContain('reminders.failed')
})

test('heatOf has each hour between the first and the last, and names the worst that tells', () => {
  const heat = heatOf(scoreCard)
  expect(heat.hours).toEqual([9, 10, 11])
  expect(heat.rows.map(({ label, cells }) => [label, cells.map(({ share }) => share)])).toEqual([
    ['Mon', [0.9, null, 1]],
    ['Fri', [0.5, null, 0]],
  ])
  expect(heat.sentence).toBe('Fri 9 AM loses the most: 50% kept.')
  expect(heatOf({ byHour: [] })).toEqual({ hours: [], rows: [], sentence: null })
  expect([0, 11, 12, 13].map(hourWords)).toEqual(['12 AM', '11 AM', '12 PM', '1 PM'])
})

test('heatLines has a row for each hour where the hours have no room beside each other', () => {
  const drawn = (isNarrow: boolean) => {
    const { heads, lines } = heatLines(heatOf(scoreCard), isNarrow)
    return [heads, lines.map(({ head, cells }) => [head, cells.map(({ share }) => share)])]
  }
  expect(drawn(false)).toEqual([
    ['9 AM', '10 AM', '11 AM'],
    [
      ['Mon', [0.9, null, 1]],
      ['Fri', [0.5, null, 0]],
    ],
  ])
  expect(drawn(true)).toEqual([
    ['Mon', 'Fri'],
    [
      ['9 AM', [0.9, 0.5]],
      ['10 AM', [null, null]],
      ['11 AM', [1, 0]],
    ],
  ])
})
