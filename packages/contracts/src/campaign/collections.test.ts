import { describe, expect, test } from 'vitest'
import { applyEvents } from '../collection.rules.ts'
import type { KnownEvent } from '../events.ts'
import { campaignExample } from './campaign.ts'
import { campaignProgress, templateChanged } from './campaign-events.ts'
import {
  campaignList,
  campaignTabs,
  isListed,
  isTemplateListed,
  progressed,
  statusesOf,
  templateList,
} from './collections.rules.ts'
import { campaignStatuses } from './states.rules.ts'
import { templateExample } from './template.ts'

const told = (type: string, data: object) => ({ type, data }) as KnownEvent
const progress = (fields: Partial<typeof campaignExample>) =>
  told(campaignProgress.type, { ...campaignExample, ...fields })

describe('campaignList', () => {
  test('holds the newest state of each campaign, newest campaigns first', () => {
    const events = [
      progress({ _id: 'a', createdAt: '2026-11-18T15:00:00.000Z', version: 1 }),
      progress({ _id: 'b', createdAt: '2026-11-19T15:00:00.000Z', version: 5, status: 'finished' }),
      progress({ _id: 'b', createdAt: '2026-11-19T15:00:00.000Z', version: 4, status: 'running' }),
      told(templateChanged.type, templateExample),
    ]
    const held = [...applyEvents(campaignList, new Map(), events).values()].toSorted(campaignList.order)
    expect(held.map(({ _id, status }) => [_id, status])).toEqual([
      ['b', 'finished'],
      ['a', 'running'],
    ])
  })

  test('keeps a deleted campaign marked when an older state arrives after it', () => {
    const events = [progress({ version: 9, deleted: true }), progress({ version: 8 })]
    const [held] = [...applyEvents(campaignList, new Map(), events).values()]
    expect(held && isListed(held, { tab: 'all', search: '', templateId: null })).toBe(false)
  })
})

describe('isListed', () => {
  const shown = (campaign: object, filter = {}) =>
    isListed({ ...campaignExample, ...campaign }, { tab: 'all', search: '', templateId: null, ...filter })

  test('shows each status in one tab besides all', () => {
    for (const status of campaignStatuses)
      expect(
        campaignTabs.filter((tab) => shown({ status }, { tab })),
        status,
      ).toHaveLength(2)
    expect([statusesOf('all'), statusesOf('running')]).toEqual([[], ['running', 'paused']])
  })

  test('finds a part of the name in any case and shows the runs of one template', () => {
    expect([shown({}, { search: ' FLU ' }), shown({}, { search: 'recall' })]).toEqual([true, false])
    expect(shown({ templateId: 't1' }, { templateId: 't1' })).toBe(true)
    expect(shown({}, { templateId: 't1' })).toBe(false)
  })
})

test('progressed keeps the problems until another revision or status', () => {
  const problems = [
    { code: 'nobody', level: 'problem', step: null, from: null, to: null, message: 'Nobody would get this.' },
  ] as const
  const held = { ...campaignExample, status: 'draft' as const, problems: [...problems] }
  const next = { ...held, version: 32 }
  expect(progressed(held, { ...next, name: 'Flu' })).toEqual({ ...next, name: 'Flu' })
  expect(progressed(held, { ...next, revision: 5 }).problems).toEqual([])
  expect(progressed(held, { ...next, status: 'running' }).problems).toEqual([])
  for (const other of [
    { ...next, _id: 'other' },
    { ...held, name: 'Older' },
  ])
    expect(progressed(held, other)).toBe(held)
})

test('templateList orders templates by name and hides deleted ones', () => {
  const named = (_id: string, name: string) => told(templateChanged.type, { ...templateExample, _id, name })
  const held = applyEvents(templateList, new Map(), [named('a', 'recall'), named('b', 'Élan'), named('c', 'Birthdays')])
  expect([...held.values()].toSorted(templateList.order).map(({ _id }) => _id)).toEqual(['c', 'b', 'a'])
  expect(isTemplateListed(templateExample, 'REC')).toBe(true)
  expect(isTemplateListed({ ...templateExample, deleted: true }, '')).toBe(false)
})
