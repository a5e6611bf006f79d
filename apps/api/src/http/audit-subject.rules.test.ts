import { describe, expect, test } from 'vitest'
import { subjectOf } from './audit-subject.rules.ts'

const of = (body: unknown) => subjectOf({ query: {}, body })

describe('subject of a call [OPEN-044]', () => {
  test('contains the ids of query and body, in lists and nested records', () => {
    const query = { organizationId: 'o1', conversationId: 'c1', filter: 'all', page: 1 }
    const body = {
      organizationId: 'o1',
      conversationIds: ['c1', 'c2'],
      user: 'usr_dana',
      patient: { _id: 'p1', firstName: 'Rosalind' },
      items: [{ messageId: 'm1', text: 'Hello' }, { messageId: 'm2' }, { messageId: 'm1' }],
    }
    expect(subjectOf({ query, body })).toEqual({
      conversationId: 'c1',
      conversationIds: ['c1', 'c2'],
      user: 'usr_dana',
      _id: 'p1',
      messageId: ['m1', 'm2'],
    })
  })

  test('is a list for a list, whether of one or of a thousand', () => {
    expect(of({ conversationIds: ['c1'] })).toEqual({ conversationIds: ['c1'] })
    const many = Array.from({ length: 1000 }, (_, index) => `c${index}`)
    expect(of({ conversationIds: many })).toEqual({ conversationIds: many.slice(0, 100) })
  })

  test('contains no names, texts or numbers [SEC-11]', () => {
    expect(of({ phoneNumber: '+15125550142', firstName: 'Rosalind', message: 'My id is 7', mrn: 'M1' })).toEqual({})
    for (const text of ['Rosalind Carver', '+15125550142', '(512) 555-0142', 'Ünsal', 'x'.repeat(101), '', '<b>'])
      expect(of({ conversationId: text }), text).toEqual({ conversationId: '(not an id)' })
  })

  test('contains no number or date, although an id may have digits [SEC-11]', () => {
    for (const text of ['15125550142', '5125550142', '512-555-0142', '512.555.0142', '1968-03-14'])
      expect(of({ conversationId: text }), text).toEqual({ conversationId: '(not an id)' })
    for (const id of ['019ab7b2-7c1e-7000-8000-000000000000', '8817', '204881799', 'imp_15125550142'])
      expect(of({ patientImportId: id }), id).toEqual({ patientImportId: id })
  })

  test('contains the number or the dashboard whose rows were read, and no other word in its place [SEC-11]', () => {
    const days = { startDate: '2026-10-21', endDate: '2026-11-19' }
    expect(subjectOf({ query: { metric: 'messages.received', ...days, format: 'csv' } })).toEqual({
      metric: 'messages.received',
    })
    expect(subjectOf({ query: { board: 'score-card', ...days, doctorId: 'doctor1' } })).toEqual({
      board: 'score-card',
      doctorId: 'doctor1',
    })
    expect(of({ metric: 'Rosalind', board: 'Carver' })).toEqual({})
  })
})
