import { describe, expect, test } from 'vitest'
import {
  type CampaignEvent,
  type CampaignStatus,
  campaignActions,
  campaignStatuses,
  campaignTurns,
  hasEnded,
  isChangeable,
  isDeletable,
  isEditable,
  isOffered,
  refusalOf,
  statusAfter,
} from './states.rules.ts'

const events: readonly CampaignEvent[] = [...campaignActions, ...campaignTurns]

const leads: Readonly<Record<CampaignStatus, Readonly<Partial<Record<CampaignEvent, CampaignStatus>>>>> = {
  draft: { schedule: 'scheduled', launch: 'running', unschedule: 'draft' },
  scheduled: { begin: 'running', unschedule: 'draft', stop: 'stopped' },
  running: { pause: 'paused', bar: 'paused', fail: 'paused', stop: 'stopped', finish: 'finished', resume: 'running' },
  paused: { resume: 'running', stop: 'stopped', pause: 'paused' },
  stopped: { stop: 'stopped' },
  finished: {},
}

test.each(campaignStatuses)('a campaign that is %s takes the events of the table and no other', (status) => {
  const taken = events.flatMap((event) => {
    const next = statusAfter(status, event)
    return next === null ? [] : [[event, next]]
  })
  expect(Object.fromEntries(taken)).toEqual(leads[status])
})

test('a campaign offers no event when it has already happened', () => {
  expect(events.filter((event) => isOffered('paused', event))).toEqual(['resume', 'stop'])
  expect(events.filter((event) => isOffered('stopped', event))).toEqual([])
})

test('the statechart reaches each status from draft and leaves each but the two last', () => {
  const reached = new Set<CampaignStatus>(['draft'])
  for (const status of reached)
    for (const event of events) {
      const next = statusAfter(status, event)
      if (next !== null) reached.add(next)
    }
  expect([...reached].toSorted()).toEqual([...campaignStatuses].toSorted())
  const left = campaignStatuses.filter((status) => events.some((event) => isOffered(status, event)))
  expect(left).toEqual(campaignStatuses.filter((status) => !hasEnded(status)))
})

test('a campaign can be deleted unless it is running or paused [CAMP-02]', () => {
  expect(campaignStatuses.filter(isDeletable)).toEqual(['draft', 'scheduled', 'stopped', 'finished'])
})

test('a campaign can be changed before it runs and while it is paused [CAMP-02]', () => {
  expect(campaignStatuses.filter(isEditable)).toEqual(['draft', 'scheduled', 'paused'])
})

test('a paused campaign lets staff change name, words, pace and limit of failures alone', () => {
  const fields = ['name', 'type', 'steps', 'audience', 'scheduledAt', 'perHour', 'failurePercent', 'purpose']
  expect(fields.filter((field) => isChangeable('paused', field))).toEqual([
    ...['name', 'steps', 'perHour', 'failurePercent'],
  ])
  expect(campaignStatuses.filter((status) => isChangeable(status, 'audience'))).toEqual(['draft', 'scheduled'])
})

describe('refusalOf', () => {
  test('names what has to happen first', () => {
    expect([refusalOf('running', 'delete'), refusalOf('paused', 'delete')]).toEqual([
      'Stop it first.',
      'Stop it first.',
    ])
    expect(refusalOf('running', 'change')).toBe('Pause it first.')
  })

  test('says the status of any other refused event', () => {
    for (const status of campaignStatuses)
      for (const action of campaignActions)
        if (statusAfter(status, action) === null)
          expect(refusalOf(status, action).toLowerCase()).toContain(status === 'finished' ? 'finished' : status)
  })
})
